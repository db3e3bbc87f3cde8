// The situation of the win, made of the schema of the rule set: what it does not know is not asked.
import { $, make } from "./dom.js";
import { get } from "./api.js";
import { allow, pickInto } from "./editor.js";
import { SEATS, at, named } from "./seating.js";
import { picture } from "./tiles.js";
import { lang, say } from "./words.js";

let rules = null;
let changedBy = () => {};
const kept = JSON.parse(localStorage.getItem("situation") ?? "{}");

export const chosenRules = () => rules;

export async function load(onChange) {
  changedBy = onChange;
  const all = await get("v1/rules");
  const wanted = at.table?.rules ?? kept.rules ?? "guobiao";
  $("rules").replaceChildren(...all.map((r) => make("option", { value: r.id, selected: r.id === wanted }, r.name)));
  $("rules").onchange = async () => { await choose($("rules").value); onChange(); };
  $("situation").onchange = (event) => { if (event.target.id !== "rules") { show(); keep(); onChange(); } };
  $("situation").onsubmit = (event) => event.preventDefault();
  await choose($("rules").value);
}

async function choose(id) {
  rules = await get(`v1/rules/${id}`);
  allow(rules);
  draw();
  keep();
}

// Score at a table, as `seatedAt` tells of it, or (null) at none.
export async function sit(table) {
  if (JSON.stringify(table) === JSON.stringify(at.table)) return;
  const id = table?.rules ?? kept.rules ?? "guobiao";
  at.table = table;
  $("rules").value = id;
  if (rules?.id === id) draw();
  else await choose(id);
  changedBy();
}

// The form as a hand says it, which is to be corrected.
export function fill(hand, shared = {}) {
  draw();
  const set = (name, value) => { const field = $("situation").elements[name]; if (field && value !== undefined) field.value = value; };
  set("by", hand.win?.by);
  set("seat", hand.seat);
  set("from", hand.win?.from);
  for (const name of ["wild", "indicator"]) set(name, shared[name] ?? hand[name]);
  for (const box of $("situation").querySelectorAll('input[name="flag"]')) box.checked = Boolean(hand.win?.flags?.includes(box.value));
  for (const [id, value] of Object.entries({ ...shared.table, ...hand.table })) {
    const field = $("situation").elements[`table:${id}`];
    if (field?.type === "checkbox") field.checked = value;
    else if (field) field.value = value;
  }
  show();
}

function draw() {
  const place = (id, title, value) => make("label", {}, make("span", {}, title), make("select", { name: id, id: `at-${id}` },
    ...SEATS.map((s) => make("option", { value: s, selected: s === value }, named(s)))));
  const alone = [place("round", say("round"), kept.round ?? "E"), place("dealer", say("dealer"), kept.dealer ?? "E")];
  $("seats").replaceChildren(
    place("seat", say(at.table ? "who_won" : "seat"), kept.seat ?? "E"), place("from", say("from"), kept.from ?? "S"),
    ...(at.table ? [] : alone));
  $("rules").disabled = Boolean(at.table);
  $("seated").hidden = !at.table;
  const counts = Object.entries(at.table?.counted ?? {}).filter(([id, n]) => n && rules.table.properties[id]);
  $("seated").textContent = at.table
    ? [say("at_table", say(at.table.round), at.table.dealer), ...counts.map(([id, n]) => `${title(rules.table.properties[id])}: ${n}`)].join(" · ") : "";
  $("by-flower").hidden = !rules.win.by.includes("robbed_flower");
  $("flags").replaceChildren(make("legend", {}, say("flags")), ...rules.win.flags.map((flag) =>
    make("label", {}, make("input", { type: "checkbox", name: "flag", value: flag }), make("span", {}, say(flag)))));
  const wild = $("wild");
  wild.hidden = !rules.wild;
  wild.replaceChildren(...(rules.wild ? ["wild", "indicator"].map((name) => tileField(name, say(name))) : []));
  fields($("table-fields"), say("table_fields"), rules.table, "table", at.table?.counted ?? {});
  fields($("options"), say("options"), rules.options, "option", at.table?.options ?? kept.options?.[rules.id] ?? {});
  for (const field of $("options").querySelectorAll("input, select")) field.disabled = Boolean(at.table);
  show();
}

// Who discarded is asked only where somebody did.
function show() {
  $("at-from").parentElement.hidden = value("by") === "self_draw";
}

// Tiles of the situation: typed as a text, or chosen on the keyboard of tiles.
function tileField(name, title, value = "") {
  const field = make("input", { type: "text", name, value, size: 6, autocomplete: "off", maxlength: 64, "data-kind": "text", "aria-label": title });
  return make("div", { class: "field" }, make("span", {}, title), field,
    make("button", { type: "button", "aria-label": `${say("add")}: ${title}`, onclick: () => pickInto(field, title) }, picture("7z")));
}

const title = (one) => (lang === "zh" ? one.title : one.description ?? one.title);

function fields(place, legend, schema, group, values) {
  const about = Object.entries(schema?.properties ?? {});
  place.hidden = !about.length;
  place.replaceChildren(make("legend", {}, legend), ...about.map(([id, one]) => one.format === "tiles"
    ? tileField(`${group}:${id}`, title(one), values[id] ?? one.default)
    : make("label", { class: "field" }, make("span", {}, title(one)), control(`${group}:${id}`, one, values[id] ?? one.default))));
}

function control(name, schema, value) {
  if (schema.enum) return make("select", { name, "data-kind": "text" }, ...schema.enum.map((v) => make("option", { value: v, selected: v === value }, SEATS.includes(v) ? named(v) : schema.names[v])));
  if (schema.type === "boolean") return make("input", { type: "checkbox", name, checked: value });
  if (schema.type === "integer") return make("input", { type: "number", name, value: String(value), min: String(schema.minimum ?? 0), max: String(schema.maximum ?? 1e9), inputmode: "numeric" });
  return make("input", { type: "text", name, value: String(value ?? ""), "data-kind": "text", autocomplete: "off" });
}

// What differs from the defaults of a group of fields.
function given(schema, group) {
  const found = {};
  for (const [id, one] of Object.entries(schema?.properties ?? {})) {
    const field = $("situation").elements[`${group}:${id}`];
    if (!field) continue;
    const value = one.type === "boolean" ? field.checked : one.type === "integer" ? Number(field.value || 0) : field.value;
    if (value !== one.default) found[id] = value;
  }
  return found;
}

const value = (name) => $("situation").elements[name]?.value ?? "";

export const chosenOptions = () => given(rules.options, "option");

function keep() {
  if (at.table) return;
  const options = { ...kept.options, [rules.id]: given(rules.options, "option") };
  Object.assign(kept, { rules: rules.id, from: value("from"), seat: value("seat"), round: value("round"), dealer: value("dealer"), options });
  localStorage.setItem("situation", JSON.stringify(kept));
}

// The situation as the interface has it, around a hand.
export function around(hand) {
  const by = value("by");
  const flags = [...$("situation").querySelectorAll('input[name="flag"]:checked')].map((box) => box.value);
  const from = value("from");
  const win = hand.winning && { tile: hand.winning, by, flags, ...(by === "self_draw" || from === value("seat") ? {} : { from }) };
  const wild = Object.fromEntries(["wild", "indicator"].map((n) => [n, value(n).trim()]).filter(([, v]) => v));
  return {
    rules: rules.id, options: at.table?.options ?? chosenOptions(), table: given(rules.table, "table"),
    concealed: hand.concealed, melds: hand.melds, flowers: hand.flowers, ...(win ? { win } : {}),
    seat: value("seat"), round: at.table?.round ?? value("round"), dealer: at.table ? "E" : value("dealer"), ...wild,
  };
}
