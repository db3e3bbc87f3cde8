// The editor of house rules: from any rule set, by its form or as text; each change is tried on the hand at once.
import { fileAt, get, post, Problem, sentence } from "../io/api.js";
import { draftIn, draftOf, packed, priced, textOf, unpacked } from "../state/house.js";
import { $, button, make, notice, renew } from "./dom.js";
import { linked, share } from "./sharing.js";
import { inUnits, say, titled, inScript } from "./words.js";
import "./words_evening.js";

/** @import { Rules } from "../state/types" */
/** @import { Store } from "../state/store.js" */
/** @import { Draft } from "../state/house.js" */

const PAUSE = 400; // milliseconds after the last change

/** The rule set that the form starts from. @type {Rules | null} */
let base = null;
/** @type {Draft | null} */
let draft = null;
let text = "";
let changes = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** @param {Store} store */
export function houseView(store) {
  store.watch((now, before) => { if ($("house-dialog").open && now.answer !== before.answer) tried(store); });
  return () => { if ($("house-dialog").open) draw(store); };
}

/** A house file that came in the address is taken up, but not at a table, which has chosen. @param {Store} store */
export async function sharedHouse(store) {
  const part = location.hash.match(/^#house=([\w-]+)$/)?.[1];
  if (!part) return;
  const shared = unpacked(part);
  const rules = await post("v1/rules", { house: shared });
  store.send({ type: "house rules set", text: shared, rules });
  history.replaceState(null, "", location.pathname);
  if (store.state.seating) notice(say("house_at_table", inScript(rules.name)));
}

/** @param {Store} store */
export async function edit(store) {
  const { house, known, wanted } = store.state.rules;
  const made = house ? draftIn(house) : null;
  const from = house ? (known?.base ? await get(`v1/rules/${made?.base ?? known.base}`) : null) : (known ?? await get(`v1/rules/${wanted}`));
  const { rules } = store.state;
  if ($("house-dialog").open || rules.wanted !== wanted || rules.house !== house) return; // it came too late
  text = house;
  base = from;
  draft = house || !base ? made : draftOf(base);
  draw(store);
  $("house-dialog").showModal();
}

/** What the form can show: it has the fans of one base. @param {Draft | null} some */
const ofBase = (some) => (some?.base === base?.id ? some : null);

/** @param {Store} store */
function draw(store) {
  const words = make("textarea", { id: "house-text", name: "house", rows: 8, spellcheck: false, "aria-label": say("house_text"), oninput: (/** @type {any} */ e) => { text = e.target.value; draft = ofBase(draftIn(text)); draw(store); change(store); } });
  words.value = text;
  renew($("house-dialog"), [
    make("h2", {}, say("options")),
    ...(draft && base ? form(store, draft, base) : [make("p", { class: "quiet" }, say("house_as_text"))]),
    make("p", { id: "house-tried", role: "status" }), make("ul", { id: "house-wrong", class: "plain doubt" }),
    make("details", { open: !draft }, make("summary", {}, say("house_text")), words),
    make("div", { id: "house-shared" }),
    make("div", { class: "row actions" }, button(say("share_it"), () => shareRules().catch((error) => notice(inScript(sentence(error)))), { id: "house-share" }),
      button(say("done"), () => $("house-dialog").close(), { class: "main", id: "house-done" }))]);
  tried(store);
}

/** @param {Store} store @param {Draft} now @param {Rules} from */
function form(store, now, from) {
  /** @param {Partial<Draft>} changes */
  const set = (changes) => { draft = { ...now, ...draft, ...changes }; text = textOf(draft); $("house-text").value = text; change(store); };
  /** @param {"minimum" | "cap" | "multiple"} name @param {number | undefined} usual */
  const number = (name, usual) => make("label", { class: "field" }, make("span", {}, say(`house_${name}`)),
    make("input", { type: "number", name, min: "0", max: "1000", inputmode: "numeric", placeholder: usual === undefined ? "–" : String(usual), value: String(now[name] ?? ""),
      oninput: (/** @type {any} */ e) => set({ [name]: e.target.value === "" ? null : Number(e.target.value) }) }));
  const fans = from.fans.map((fan) => {
    const value = fan.id in now.fans ? now.fans[fan.id] : fan.value;
    const price = make("input", { type: "number", min: "0", max: "1000", inputmode: "numeric", "data-fan": fan.id, value: String(value ?? fan.value), disabled: value === null, "aria-label": inScript(fan.name) });
    const on = make("input", { type: "checkbox", checked: value !== null, "data-on": fan.id });
    const update = () => { price.disabled = !on.checked; if (draft) set({ fans: priced(draft, fan, on.checked ? Number(price.value) : null).fans }); };
    price.oninput = update;
    on.onchange = update;
    return make("div", { class: "field" }, make("label", {}, on, ` ${inScript(fan.name)}`), price);
  });
  return [
    make("p", { class: "quiet" }, titled(say("house_base"), inScript(from.name))),
    make("label", { class: "field" }, make("span", {}, say("house_name")), make("input", { type: "text", name: "name", maxlength: 60, value: now.name, oninput: (/** @type {any} */ e) => set({ name: e.target.value }) })),
    number("minimum", from.minimum), number("cap", undefined), number("multiple", 1),
    make("details", {}, make("summary", {}, say("fans")), ...fans),
  ];
}

/** Soon after the last change the rules hold, and the hand is scored by them: where no others were chosen meanwhile. @param {Store} store */
function change(store) {
  clearTimeout(soon);
  $("house-shared").replaceChildren();
  changes += 1;
  const latest = changes;
  const { wanted, house } = store.state.rules;
  const wants = () => latest === changes && store.state.rules.wanted === wanted && store.state.rules.house === house;
  soon = setTimeout(() => apply(store, wants), PAUSE);
}

/** @param {Store} store @param {() => boolean} wants whether it still is what was changed last */
async function apply(store, wants) {
  if (!wants()) return;
  const sent = text;
  try {
    const rules = await post("v1/rules", { house: sent });
    if (!wants()) return;
    $("house-wrong").replaceChildren();
    store.send({ type: "house rules set", text: sent, rules });
  } catch (error) {
    if (!wants()) return;
    const wrong = error instanceof Problem && error.mistakes.length ? error.mistakes.map((one) => one.says) : [sentence(error)];
    $("house-wrong").replaceChildren(...wrong.map((one) => make("li", {}, inScript(one))));
  }
}

/** What the hand on the table is worth under these rules. @param {Store} store */
function tried(store) {
  const { result: answer, problem } = store.state.answer;
  const place = $("house-tried");
  if (!place) return;
  const worth = answer?.win ? [inUnits(answer.total, answer.unit), ...(answer.unit === "points" ? [] : [inUnits(answer.points, "points")])].join(" · ") : answer?.reason ?? problem;
  place.textContent = worth ? titled(say("house_try"), inScript(String(worth))) : say("house_no_hand");
  place.dataset.total = answer?.win ? String(answer.total) : "";
}

/** The link that opens these rules on another phone, and the same to scan. */
async function shareRules() {
  const link = new URL(`#house=${packed(text)}`, location.href).href;
  const picture = await fileAt(`v1/rules.svg?address=${encodeURIComponent(link)}`);
  $("house-shared").replaceChildren(...linked(link, picture, "house-link"));
  await share(link);
}
