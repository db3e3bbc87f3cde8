// How it was won, from the schema of the rule set: only fields that the rules know.
import { SEATS } from "../state/request.js";
import { $, make, renew } from "./dom.js";
import { flagsOf, folded } from "./facts.js";
import { typeInto } from "./keyboard.js";
import { named } from "./seats.js";
import { picture } from "./tiles.js";
import { lang, say, titled, inScript } from "./words.js";

/** @import { Field, Seat, Situation, State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

/** @param {Store} store */
export function situationView(store) {
  const form = $("situation");
  form.onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  form.onchange = (/** @type {any} */ event) => changed(store, event.target);
  form.addEventListener("focusout", () => fill(store.state)); // the field that was left may show what holds no more
  const draw = () => { build(store); fill(store.state); };
  store.watch((now, before) => {
    if (now.rules.known !== before.rules.known || now.seating !== before.seating) draw();
    else if (now.situation !== before.situation || now.hand !== before.hand) fill(now);
  });
  return draw;
}

/** A field that was changed. @param {Store} store @param {HTMLInputElement | HTMLSelectElement} field */
function changed(store, field) {
  const { name, value } = field;
  if (name === "by") { // robbing is a way of winning on another player's tile
    const robs = /** @type {HTMLInputElement} */ (field).checked;
    store.send({ type: "situation changed", changes: { by: robs ? value : store.state.situation.from ? "discard" : "self_draw" } });
    return;
  }
  if (name === "flag") {
    const flags = [...$("situation").querySelectorAll('input[name="flag"]:checked')].map((box) => box.value);
    store.send({ type: "situation changed", changes: { flags } });
    return;
  }
  const [group, id] = name.split(":");
  if (id === undefined) {
    store.send({ type: "situation changed", changes: /** @type {Partial<Situation>} */ ({ [name]: value }) });
    return;
  }
  const groupName = group === "option" ? "options" : "table";
  const schema = store.state.rules.known?.[groupName].properties?.[id];
  store.send({ type: "field changed", group: groupName, id, value: valueOf(field, schema) });
}

/** @param {HTMLInputElement | HTMLSelectElement} field @param {Field | undefined} schema */
function valueOf(field, schema) {
  if (schema?.type === "boolean") return /** @type {HTMLInputElement} */ (field).checked;
  if (schema?.type === "integer") return Number(field.value || 0);
  return field.value;
}

/** The fields that the rules ask for. @param {Store} store */
function build(store) {
  const { state } = store;
  const { known } = state.rules;
  const { seating } = state;
  /** @param {string} name @param {string} title */
  const seat = (name, title) => make("label", {}, make("span", {}, title), make("select", { name, id: `at-${name}` }, ...SEATS.map((s) => make("option", { value: s }, named(seating, s)))));
  renew($("seat-fields"), seating ? [] : [seat("round", say("round")), seat("dealer", say("dealer"))]);
  $("seated").hidden = !seating;
  if (!known) return;
  $("seated").textContent = seating ? [say("seated_at", say(seating.round), seating.dealer), ...counted(state)].join(" · ") : "";
  $("by-flower").hidden = !known.win.by.includes("robbed_flower");
  $("flags").replaceChildren(...flagsOf(known).map((flag) =>
    make("label", {}, make("input", { type: "checkbox", name: "flag", value: flag }), make("span", {}, say(flag)))));
  $("wild").hidden = !known.wild;
  renew($("wild"), known.wild ? ["wild", "indicator"].map((name) => tileField(name, say(name))) : []);
  const about = folded(known);
  fields($("win-fields"), about.win, "table", seating);
  fields($("table-fields"), about.table, "table", seating);
  fields($("draw-fields"), about.draw, "table", seating);
  fields($("options"), Object.entries(known.options.properties ?? {}), "option", seating);
  $("more-table").hidden = Boolean(seating) && !about.table.length;
  $("more-draw").hidden = !about.draw.length;
  $("more-options").hidden = !Object.keys(known.options.properties ?? {}).length;
  for (const field of $("options").querySelectorAll("input, select")) field.disabled = Boolean(seating);
}

/** What the table counts for the next deal. @param {State} state */
const counted = ({ seating, rules }) => Object.entries(seating?.counted ?? {})
  .filter(([id, n]) => n && rules.known?.table.properties?.[id])
  .map(([id, n]) => titled(title(/** @type {Field} */ (rules.known?.table.properties?.[id])), String(n)));

/** The values of the state in the fields; the one being typed in is left as it is. @param {State} state */
function fill(state) {
  const { situation } = state;
  const form = $("situation");
  /** @param {string} name @param {unknown} value */
  const set = (name, value) => {
    const field = form.elements[name];
    if (!field || field === document.activeElement) return;
    if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = String(value ?? "");
  };
  for (const name of /** @type {const} */ (["round", "dealer", "wild", "indicator"])) set(name, situation[name]);
  for (const box of form.querySelectorAll('input[name="by"]')) box.checked = situation.by === box.value;
  for (const box of form.querySelectorAll('input[name="flag"]')) box.checked = situation.flags.includes(box.value);
  for (const [group, name] of /** @type {const} */ ([["table", "table"], ["option", "options"]])) {
    for (const [id, one] of Object.entries(state.rules.known?.[name].properties ?? {})) set(`${group}:${id}`, situation[name][id] ?? one.default);
  }
  form.hidden = !state.hand.tiles.length;
}

/** Tiles of the situation: typed as a text, or chosen on the keyboard of tiles. @param {string} name @param {string} label */
function tileField(name, label) {
  const field = make("input", { type: "text", name, size: 6, autocomplete: "off", maxlength: 64, "aria-label": label });
  return make("div", { class: "field" }, make("span", {}, label), field,
    make("button", { type: "button", "aria-label": `${say("add")}: ${label}`, onclick: () => typeInto(() => $("situation").elements[name], label) }, picture("7z")));
}

/** Who sits there, in place of the letter of a seat. @param {string} id @param {string} text @param {State["seating"]} seating */
const ofPlayer = (id, text, seating) => (/_[ESWN]$/.test(id) ? text.replace(/(^|[^A-Za-z])([ESWN])(?![A-Za-z])/, (_, before, seat) => before + named(seating, seat)) : text);

/** @param {Field} one */
export const title = (one) => (lang() === "zh" ? inScript(one.title) : one.description ?? one.title ?? "");

/** @param {HTMLElement} place @param {[string, Field][]} about @param {string} group @param {State["seating"]} seating */
function fields(place, about, group, seating) {
  renew(place, [...about.map(([id, one]) => (one.format === "tiles"
    ? tileField(`${group}:${id}`, title(one))
    : make("label", { class: "field" }, make("span", {}, ofPlayer(id, title(one), seating)), control(`${group}:${id}`, one, seating))))]);
}

/** @param {string} name @param {Field} schema @param {State["seating"]} seating */
function control(name, schema, seating) {
  const label = (/** @type {string} */ v) => (SEATS.includes(/** @type {Seat} */ (v)) ? named(seating, /** @type {Seat} */ (v)) : inScript(schema.names?.[v] ?? v));
  if (schema.enum) return make("select", { name }, ...schema.enum.map((v) => make("option", { value: v }, label(v))));
  if (schema.type === "boolean") return make("input", { type: "checkbox", name });
  if (schema.type === "integer") return make("input", { type: "number", name, min: String(schema.minimum ?? 0), max: String(schema.maximum ?? 1e9), inputmode: "numeric" });
  return make("input", { type: "text", name, autocomplete: "off" });
}
