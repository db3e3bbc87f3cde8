// The situation of the win, made of the schema of the rule set: what it does not know is not asked.
import { $, make } from "./dom.js";
import { get } from "./api.js";
import { allow } from "./editor.js";
import { lang, say } from "./words.js";

const SEATS = ["E", "S", "W", "N"];
const FLAGS = ["kong_replacement", "flower_replacement", "last_tile", "last_of_kind", "first_turn", "declared_ready"];
let rules = null;
const kept = JSON.parse(localStorage.getItem("situation") ?? "{}");

export const chosenRules = () => rules;

export async function load(onChange) {
  const all = await get("v1/rules");
  const wanted = kept.rules ?? "guobiao";
  $("rules").replaceChildren(...all.map((r) => make("option", { value: r.id, selected: r.id === wanted }, r.name)));
  $("rules").onchange = async () => { await choose($("rules").value); onChange(); };
  $("situation").onchange = (event) => { if (event.target.id !== "rules") { keep(); onChange(); } };
  $("situation").onsubmit = (event) => event.preventDefault();
  await choose($("rules").value);
}

async function choose(id) {
  rules = await get(`v1/rules/${id}`);
  allow(rules);
  draw();
  keep();
}

function draw() {
  const place = (id, title, value) => make("label", {}, make("span", {}, title), make("select", { name: id, id: `at-${id}` },
    ...SEATS.map((s) => make("option", { value: s, selected: s === value }, say(s)))));
  $("seats").replaceChildren(
    place("from", say("from"), kept.from ?? "S"), place("seat", say("seat"), kept.seat ?? "E"),
    place("round", say("round"), kept.round ?? "E"), place("dealer", say("dealer"), kept.dealer ?? "E"));
  $("flags").replaceChildren(make("legend", {}, say("flags")), ...FLAGS.map((flag) =>
    make("label", {}, make("input", { type: "checkbox", name: "flag", value: flag }), make("span", {}, say(flag)))));
  const wild = $("wild");
  wild.hidden = false;
  wild.replaceChildren(textField("wild", say("wild")), textField("indicator", say("indicator")));
  fields($("table-fields"), say("table_fields"), rules.table, "table", {});
  fields($("options"), say("options"), rules.options, "option", kept.options?.[rules.id] ?? {});
}

function textField(name, title) {
  return make("label", { class: "field" }, make("span", {}, title), make("input", { type: "text", name, size: 6, autocomplete: "off", maxlength: 24 }));
}

function fields(place, title, schema, group, values) {
  const about = Object.entries(schema?.properties ?? {});
  place.hidden = !about.length;
  place.replaceChildren(make("legend", {}, title), ...about.map(([id, one]) =>
    make("label", { class: "field" }, make("span", {}, lang === "zh" ? one.title : one.description ?? one.title), control(`${group}:${id}`, one, values[id] ?? one.default))));
}

function control(name, schema, value) {
  if (schema.enum) return make("select", { name, "data-kind": "text" }, ...schema.enum.map((v) => make("option", { value: v, selected: v === value }, v)));
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

function keep() {
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
    rules: rules.id, options: given(rules.options, "option"), table: given(rules.table, "table"),
    concealed: hand.concealed, melds: hand.melds, flowers: hand.flowers, ...(win ? { win } : {}),
    seat: value("seat"), round: value("round"), dealer: value("dealer"), ...wild,
  };
}
