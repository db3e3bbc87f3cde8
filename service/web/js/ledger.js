// The evening's table: what the service knows of it, and what is sent to it; every phone sees it live.
import { freshKey, notice } from "./dom.js";
import { get, post, put, socket } from "./api.js";
import { counted, seatedAt } from "./seating.js";
import { chosenOptions, chosenRules, sit } from "./situation.js";

export let table = null;
export let correcting = null; // the deal that the next one written replaces
let line = null;
let redraw = () => {};

const idInAddress = () => new URL(location.href).hash.match(/^#table=([\w-]+)$/)?.[1];

// `draw` shows the table whenever it has changed.
export async function open(draw) {
  redraw = draw;
  const id = idInAddress() ?? localStorage.getItem("table");
  if (!id) { changed(); return; }
  try {
    enter(await get(`v1/tables/${id}`));
  } catch (problem) {
    if (problem.status === 404) localStorage.removeItem("table");
    changed();
    notice(problem.message);
  }
}

export async function start(players) {
  enter(await post("v1/tables", { rules: chosenRules().id, options: chosenOptions(), players }));
}

function enter(found) {
  table = found;
  localStorage.setItem("table", found.id);
  history.replaceState(null, "", `#table=${found.id}`);
  changed();
  listen();
}

export function leave() {
  line?.close();
  line = null;
  table = correcting = null;
  localStorage.removeItem("table");
  history.replaceState(null, "", location.pathname);
  changed();
}

// The page scores as the next deal is seated, or as the one that is corrected was.
function changed() {
  if (correcting && !table.deals.some((d) => d.number === correcting.number)) correcting = null;
  const { dealer, round } = correcting ?? table ?? {};
  sit(table && { ...seatedAt(table, dealer, round), counted: correcting ? {} : counted(table) }).catch(() => {});
  redraw();
}

export function correct(deal) {
  correcting = deal;
  changed();
}

function listen() {
  line?.close();
  const mine = socket(`v1/tables/${table.id}/live`);
  line = mine;
  mine.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.type !== "table" || !table || message.table.id !== table.id) return;
    if (message.table.version === table.version) return;
    table = message.table;
    changed();
  });
  mine.addEventListener("close", () => { if (line === mine && table) setTimeout(listen, 2000); });
}

// A deal or points, in the place of the one that is corrected or after the last.
export async function write(played) {
  const path = `v1/tables/${table.id}/deals`;
  const sent = { ...played, key: freshKey(), version: table.version };
  const found = await (correcting ? put(`${path}/${correcting.number}`, sent) : post(path, sent)).catch(seenAnew);
  correcting = null;
  table = found;
  changed();
}

export async function undo() {
  table = await post(`v1/tables/${table.id}/undo`, { version: table.version, key: freshKey() }).catch(seenAnew);
  changed();
}

// Somebody else was faster: the table as it now is, and the problem again.
async function seenAnew(problem) {
  if (problem.status === 409) {
    table = await get(`v1/tables/${table.id}`).catch(() => table);
    changed();
  }
  throw problem;
}
