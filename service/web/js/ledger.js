// The evening's table: balances around it, deals as they come, undo, points by hand; every phone sees it live.
import { $, freshKey, make, notice } from "./dom.js";
import { get, post, socket } from "./api.js";
import { chosenRules } from "./situation.js";
import { say, unit } from "./words.js";
import { square } from "./answer.js";

let table = null;
let line = null;
const SEATS = ["E", "S", "W", "N"];

const idInAddress = () => new URL(location.href).hash.match(/^#table=([\w-]+)$/)?.[1];
export const tableId = () => table?.id ?? null;

// The seats of the table's next deal by name, for asking who won.
export const names = () => Object.fromEntries((table?.players ?? []).map((p) => [p.seat, p.name]));

export async function open() {
  const id = idInAddress() ?? localStorage.getItem("table");
  if (!id) { draw(); return; }
  try {
    enter(await get(`v1/tables/${id}`));
  } catch (problem) {
    if (problem.status === 404) localStorage.removeItem("table");
    draw();
    notice(problem.message);
  }
}

function enter(found) {
  table = found;
  localStorage.setItem("table", found.id);
  history.replaceState(null, "", `#table=${found.id}`);
  draw();
  listen();
}

function leave() {
  line?.close();
  line = null;
  table = null;
  localStorage.removeItem("table");
  history.replaceState(null, "", location.pathname);
  draw();
}

function listen() {
  line?.close();
  const mine = socket(`v1/tables/${table.id}/live`);
  line = mine;
  mine.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.type !== "table" || !table || message.table.id !== table.id) return;
    table = message.table;
    draw();
  });
  mine.addEventListener("close", () => { if (line === mine && table) setTimeout(listen, 2000); });
}

export async function write(deal) {
  table = await post(`v1/tables/${table.id}/deals`, { deal, key: freshKey(), version: table.version });
  draw();
}

export function draw() {
  const place = $("table");
  if (!table) { place.replaceChildren(newTable()); return; }
  const bySeat = Object.fromEntries(table.players.map((p) => [p.seat, p.balance]));
  const dealer = table.players[table.dealer].name;
  place.replaceChildren(
    make("h2", {}, `${say(table.round)} · ${say("dealer")}: ${dealer}${table.repeats ? ` · ${say("repeats")} ${table.repeats}` : ""}`),
    square(bySeat, names()),
    make("div", { class: "row actions" },
      make("button", { type: "button", id: "undo", disabled: !table.deals.length, onclick: undo }, say("undo")),
      make("button", { type: "button", id: "points-open", onclick: () => { $("points").hidden = !$("points").hidden; } }, say("points")),
      make("a", { class: "button", href: `v1/tables/${table.id}/history.csv`, download: "paiyan.csv" }, "CSV"),
      make("a", { class: "button", href: `v1/tables/${table.id}/history.json`, download: "paiyan.json" }, "JSON"),
      make("button", { type: "button", onclick: leave }, say("leave"))),
    pointsForm(), historyTable(),
    make("p", { class: "quiet" }, `${say("share")}: `, make("code", {}, location.href)));
}

async function attempt(action) {
  notice("");
  try {
    await action();
  } catch (problem) {
    notice(problem.message);
    if (problem.status === 409) table = await get(`v1/tables/${table.id}`).catch(() => table);
    draw();
  }
}

const undo = () => attempt(async () => {
  table = await post(`v1/tables/${table.id}/undo`, { version: table.version, key: freshKey() });
  draw();
});

function newTable() {
  const fields = [1, 2, 3, 4].map((n) => make("label", { class: "field" }, make("span", {}, `${say("player")} ${n}`),
    make("input", { type: "text", name: `p${n}`, maxlength: 40, required: true, value: "", autocomplete: "off" })));
  const form = make("form", { id: "new-table" }, make("h2", {}, say("open_table")), make("p", { class: "quiet" }, `${say("players")} · ${chosenRules()?.name ?? ""}`),
    ...fields, make("button", { class: "main" }, say("open_table")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const players = [1, 2, 3, 4].map((n) => form.elements[`p${n}`].value.trim());
    attempt(async () => enter(await post("v1/tables", { rules: chosenRules().id, players })));
  });
  return form;
}

function pointsForm() {
  const fields = SEATS.map((seat) => make("label", { class: "field" }, make("span", {}, `${say(seat)} ${names()[seat]}`),
    make("input", { type: "number", name: seat, value: "0", inputmode: "numeric" })));
  const form = make("form", { id: "points", hidden: true }, ...fields,
    make("label", { class: "field" }, make("span", {}, say("note")), make("input", { type: "text", name: "note", maxlength: 200 })),
    make("button", { class: "main" }, say("write")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const points = Object.fromEntries(SEATS.map((seat) => [seat, Number(form.elements[seat].value || 0)]));
    attempt(async () => {
      const sent = { points, note: form.elements.note.value, key: freshKey(), version: table.version };
      table = await post(`v1/tables/${table.id}/deals`, sent);
      draw();
    });
  });
  return form;
}

function historyTable() {
  if (!table.deals.length) return make("p");
  const head = make("tr", {}, make("th", {}, say("history")), ...table.players.map((p) => make("th", {}, p.name)));
  const rows = table.deals.map((deal, n) => make("tr", {},
    make("td", {}, `${n + 1}. ${outcome(deal)}`), ...deal.players.map((points) => make("td", { class: points > 0 ? "plus" : points < 0 ? "minus" : "" }, String(points)))));
  return make("div", { class: "scroll" }, make("table", { id: "history" }, head, ...rows.reverse()));
}

function outcome(deal) {
  const won = (deal.answer?.winners ?? []).map((w) => {
    const name = table.players[(deal.dealer + SEATS.indexOf(w.seat)) % 4].name;
    return `${name} ${w.total} ${unit(w.unit)}: ${w.fans.map((f) => f.name).join(" ")}`;
  });
  return [...won, deal.note].filter(Boolean).join("; ") || (deal.kind === "deal" ? say("drawn") : say("points"));
}
