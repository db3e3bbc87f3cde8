// The rule sets to choose from, and the page of one: what its fans are, what they are worth and where that stands.
import { $, dialog, make } from "./dom.js";
import { lang, say, shownLanguage, inScript } from "./words.js";

/** @import { Listed, Rules } from "../state/types" */
/** @import { Store } from "../state/store.js" */

const FIRST = ["riichi", "hongkong", "taiwan", "guobiao", "sichuan"]; // what most people play

/** @param {Listed} rules what sets it apart, in a line */
function lineOf({ hand_size: size = 13, unit = "fan", minimum = 0, tiles, wild, fans = 0 }) {
  const has = [tiles?.flowers && "with_flowers", tiles?.reds && "with_reds", wild && "with_wild", tiles && !tiles.honours && "no_honours"].filter(Boolean);
  const least = minimum > 1 ? [say("from_least", minimum, say(unit === "points" ? "points_unit" : unit))] : [];
  return [say("tiles_in_hand", size), ...has.map((word) => say(/** @type {string} */ (word))), ...(fans ? [say("fans_n", fans)] : []), ...least].join(" · ");
}

/** Those used last, the usual ones, then all others by their names. @param {Listed[]} listed @param {string[]} recent */
export function inOrder(listed, recent) {
  const by = new Intl.Collator(shownLanguage() === "zh" ? "zh-Hans-u-co-pinyin" : shownLanguage());
  const rank = (/** @type {Listed} */ r) => { const at = [...recent, ...FIRST.filter((id) => !recent.includes(id))].indexOf(r.id); return at < 0 ? 99 : at; };
  return [...listed].sort((a, b) => rank(a) - rank(b) || by.compare(inScript(a.name), inScript(b.name)));
}

/** The rule sets, found by their name in any language. @param {Store} store */
export function rulesView(store) {
  const chooser = $("rules-dialog");
  const field = $("rules-search");
  const list = () => {
    const { listed, wanted, recent } = store.state.rules;
    const typed = field.value.trim().toLowerCase();
    const fits = inOrder(listed, recent).filter((r) => [r.id, r.name, inScript(r.name), ...Object.values(r.names)].some((n) => n.toLowerCase().includes(typed)));
    const used = typed ? 0 : fits.filter((r) => recent.includes(r.id)).length;
    const usual = typed ? 0 : fits.filter((r) => !recent.includes(r.id) && FIRST.includes(r.id)).length;
    const entry = (/** @type {Listed} */ r) => make("button", { type: "button", "data-rules": r.id, "aria-current": r.id === wanted ? "true" : null,
      onclick: () => { store.send({ type: "rules chosen", id: r.id }); chooser.close(); } }, make("span", {}, inScript(r.name)), make("span", { class: "quiet" }, lineOf(r)));
    $("rules-list").replaceChildren(
      ...(used ? [make("h3", {}, say("recently")), ...fits.slice(0, used).map(entry), make("hr")] : []),
      ...fits.slice(used, used + usual).map(entry), ...(usual && fits.length > used + usual ? [make("hr")] : []), ...fits.slice(used + usual).map(entry),
      ...(fits.length ? [] : [make("p", { class: "quiet" }, say("nothing_found"))]));
  };
  const draw = () => {
    const { listed, wanted, known, named } = store.state.rules;
    const name = [...listed, known, named].find((r) => r?.id === wanted)?.name;
    $("rules").firstElementChild.textContent = `${name ? inScript(name) : say("rules")}\u00a0▾`;
    $("rules").dataset.rules = wanted;
    $("rules").disabled = Boolean(store.state.seating);
    field.placeholder = say("search");
    field.setAttribute("aria-label", say("search"));
  };
  field.oninput = list;
  field.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); $("rules-list").querySelector("button")?.click(); }
  };
  $("rules").onclick = () => { field.value = ""; list(); chooser.showModal(); };
  store.watch((now, before) => { if (now.rules.listed !== before.rules.listed && chooser.open) list(); });
  store.watch((now, before) => { if (now.rules !== before.rules || now.seating !== before.seating) draw(); });
  return draw;
}

/** The page of a rule set, open at one of its fans. @param {Rules} known @param {string} [at] the fan's id */
export function rulePage(known, at = "") {
  const fans = [...known.fans].sort((a, b) => b.value - a.value).map((fan) => make("li", { class: `entry ${fan.id === at ? "lit" : ""}`, id: `rule-${fan.id}`, tabindex: "-1" },
    make("strong", {}, inScript(fan.name)), ` ${fan.value}`, make("p", {}, inScript(fan.rule ?? "")), make("p", { class: "quiet" }, inScript(fan.source))));
  const notes = (known.notes ?? []).map((note) => make("li", { class: "entry" }, make("p", {}, inScript(note.rule)), make("p", { class: "quiet" }, inScript(note.source))));
  const page = dialog("rule-page", inScript(known.name), [make("ul", { class: "plain" }, ...fans),
    ...(notes.length ? [make("h3", {}, say("rules")), make("ul", { class: "plain" }, ...notes)] : [])], { lang: lang() === "zh" ? shownLanguage() : lang() });
  const fan = at ? /** @type {HTMLElement | null | undefined} */ (page?.querySelector(`#rule-${CSS.escape(at)}`)) : null;
  if (fan) { fan.scrollIntoView({ block: "center" }); fan.focus({ preventScroll: true }); }
}
