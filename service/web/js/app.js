// The page: views drawn from one state, and what players do sent to it as events.
import * as back from "./io/back.js";
import * as engine from "./io/engine.js";
import { ledger, linkInAddress, mayWrite, open, seating, watch as watchLedger, write } from "./io/ledger.js";
import { watch as watchPatience } from "./io/patience.js";
import { keepPhoto, keptPhoto, remembers, restored } from "./io/saved.js";
import { prepareEarly, wanted } from "./io/phone.js";
import { alone, sentence } from "./io/api.js";
import { runEffects } from "./effects.js";
import { FIRST, reduce } from "./state/reduce.js";
import { parse } from "./state/tiles.js";
import { dealOf, handOf, missing, requestOf, upToDate } from "./state/request.js";
import { createStore } from "./state/store.js";
import { answerView, writing } from "./views/answer.js";
import { askView } from "./views/ask.js";
import { $, button, freshKey, make, notice, watchTaps } from "./views/dom.js";
import { handView } from "./views/hand.js";
import { close as closeKeyboard, keyboardView, type } from "./views/keyboard.js";
import { photoView } from "./views/photo.js";
import { questionsView } from "./views/questions.js";
import { named } from "./views/seats.js";
import { rulesView } from "./views/rules.js";
import { situationView } from "./views/situation.js";
import { nameExtras, tileImage } from "./views/tiles.js";
import { say, shownLanguage, speak, inScript } from "./views/words.js";

/** @import { State } from "./state/types" */

/** The hand that a first visitor may try. @type {import("./state/types").HandJson} */
const EXAMPLE = { concealed: "123m45p789s11z", melds: [{ type: "pung", tiles: "777z", from: "left" }], flowers: "", win: { tile: "6p" } };

const store = createStore(reduce, restored({ ...FIRST, online: navigator.onLine }));
/** The pictures that undo may come back to, by the number of their photo. @type {Map<number, Blob>} */
const photos = new Map();
const MOST_PHOTOS = 3;
const original = () => localStorage.getItem("original") === "yes";
const photoOf = (/** @type {number} */ number) => photos.get(number) ?? null;
const effects = runEffects(store, photoOf, original);

const nameOf = (/** @type {string} */ id) => inScript(store.state.rules.listed.find((r) => r.id === id)?.name ?? id);

watchLedger(() => store.send({ type: "seated", seating: seating() }));
store.watch((now, before) => { if (now.rules.known !== before.rules.known) nameExtras(now.rules.known?.extra_tiles ?? []); });

const views = [
  photoView(store, photoOf),
  handView(store, (zone) => type(store, zone)),
  keyboardView(store),
  questionsView(store, nameOf),
  askView(store),
  situationView(store),
  rulesView(store),
  answerView(store, actions, nameOf, showing, advising),
];
const drawAll = () => { for (const draw of views) draw(); };

/** A part of the page that is fetched when it is first wanted, once; null where it could not be. @template T @param {() => Promise<T>} fetched @returns {() => Promise<T | null>} */
function later(fetched) {
  /** @type {Promise<T> | null} */
  let pending = null;
  return async () => {
    try {
      pending ??= fetched();
      return await pending;
    } catch {
      pending = null; // fetched again at the next tap
      notice(say(navigator.onLine ? "not_reached" : "offline"));
      return null;
    }
  };
}

/** @template T @param {T} part @param {() => void} draw @returns {T} */
const drawn = (part, draw) => { views.push(draw); draw(); return part; };
const showPart = later(() => import("./views/show.js"));
const comparePart = later(() => import("./views/compare.js"));
const advicePart = later(() => import("./views/advice.js"));
const memoryPart = later(() => import("./views/memory.js"));
const housePart = later(async () => { const part = await import("./views/house.js"); return drawn(part, part.houseView(store)); });
/** @type {typeof import("./views/table.js") | null} */
let table = null;
const tablePart = later(async () => {
  table = await import("./views/table.js");
  return drawn(table, table.tableView(store, () => go("hand")));
});
/** @type {typeof import("./io/camera.js") | null} */
let camera = null;
const cameraPart = later(async () => { camera = await import("./io/camera.js"); return camera; });

/** What people show each other: the buttons below an answer. */
function showing() {
  return make("div", { class: "row actions", id: "showing" },
    button(say("share_picture"), async () => (await showPart())?.sharePicture(store.state, photoOf(store.state.photo.number)), { id: "share-picture" }),
    button(say("share_hand"), async () => (await showPart())?.shareHand(store.state), { id: "share-hand" }),
    button(say("compare"), async () => (await comparePart())?.compare(store), { id: "compare" }));
}

/** What to throw, for who asks; nothing at a table that agreed to play without. */
function advising() {
  if (ledger.table?.terms.advice === false) return [];
  return [make("div", { class: "row actions" }, button(say("advise"), async () => (await advicePart())?.advise(store), { id: "advise" }))];
}

/** What may be done with a win. @param {State} state */
function actions(state) {
  if (!mayWrite()) return [];
  const also = state.others.length ? [make("p", { class: "doubt" }, say("also", state.others.map((h) => named(state.seating, /** @type {any} */ (h.seat))).join(", ")))] : [];
  const asks = missing(state);
  if (asks) return [...also, writing(say("to_ledger"), () => {}, say(asks === "winner" ? "say_winner" : "say_from"))];
  const main = writing(say(ledger.correcting ? "correct" : "to_ledger"), () => toLedger());
  if (!ledger.table || ledger.correcting || state.situation.by === "self_draw" || state.others.length > 1) return [...also, main];
  main.append(button(say("another"), () => {
    const request = upToDate(store.state) && requestOf(store.state);
    if (request) store.send({ type: "other winner kept", hand: handOf(store.state, request) });
  }, { id: "another" }));
  return [...also, main];
}

let writingNow = false;

async function toLedger() {
  if (!ledger.table) { go("table"); return; }
  const request = upToDate(store.state) && requestOf(store.state);
  if (!request || writingNow) return; // what is written is what was shown
  const { correcting } = ledger;
  writingNow = true;
  $("to-ledger").disabled = true;
  try {
    const { state } = store;
    await write({ deal: dealOf(state, request) });
    remembered(state, request, correcting);
    const { hand } = store.state;
    if (!correcting && !hand.tiles.some((tile) => state.hand.tiles.includes(tile))) return; // the next one lies there already
    if (!correcting) store.send({ type: "deal done" }); // a correction has brought back what lay there before
    notice("");
    go("table");
  } catch (error) {
    notice(inScript(sentence(error)));
    if ($("to-ledger")) $("to-ledger").disabled = false;
  } finally {
    writingNow = false;
  }
}

/** A hand that was recorded is kept with its picture, where that is wanted; of a deal that was corrected, in the place of what it was. @param {State} state @param {import("./state/request.js").Request} request @param {any} corrected the deal */
async function remembered(state, request, corrected) {
  const { result: answer } = state.answer;
  const seat = /** @type {import("./state/types").Seat} */ (request.seat);
  if (!remembers() || !answer?.win) return;
  const memory = await import("./io/memory.js");
  const table = ledger.link.split(".")[0];
  const before = corrected && await memory.keptAs(table, corrected.given?.hands?.[0]);
  const boxes = state.hand.tiles.flatMap((t) => (t.box && t.zone !== "other" ? [t.box] : []));
  await memory.keep({
    id: before?.id ?? freshKey(), at: before?.at ?? new Date().toISOString(), table, who: state.seating?.names[seat] ?? "", rules: state.rules.wanted, hand: handOf(state, request),
    total: answer.total ?? 0, unit: answer.unit ?? "", points: answer.payments?.[seat] ?? 0, fans: answer.fans ?? [], crop: await memory.cropped(photoOf(state.photo.number), boxes) || (before?.crop ?? ""),
  });
}

/** @param {Blob} blob */
function look(blob) {
  stopCamera();
  closeKeyboard(store);
  notice("");
  const number = store.state.photos + 1;
  photos.set(number, blob);
  for (const old of [...photos.keys()].slice(0, -MOST_PHOTOS)) photos.delete(old);
  keepPhoto(blob);
  store.send({ type: "photo taken" });
}

let opening = false;

async function startCamera() {
  if (opening) return;
  opening = true;
  closeKeyboard(store);
  const part = await cameraPart();
  if (!part || !opening) { opening = false; return; }
  store.send({ type: "hand cleared" });
  $("empty").hidden = true;
  if (!await part.start(({ state, hint, reading, shoot: now }) => {
    if (!part.running()) return;
    $("live").textContent = hint ? inScript(hint.text) : say(state);
    $("live").dataset.hint = hint?.code ?? "";
    if (reading && state !== "moving" && reading.tiles.length) store.send({ type: "frame arrived", reading });
    if (now) shoot();
  })) { $("empty").hidden = !$("photo").hidden || !$("video").hidden; opening = false; return; }
  opening = false;
  notice("");
  for (const id of ["guide", "shoot"]) $(id).hidden = false;
  $("camera").hidden = true;
}

let shooting = false;

/** Take the photo that the camera shows, once. */
async function shoot() {
  if (shooting) return;
  shooting = true;
  const picture = await camera?.shoot();
  shooting = false;
  if (picture && camera?.running()) look(picture);
}

function stopCamera() {
  opening = false;
  if (!camera) return;
  camera.stop();
  $("torch").setAttribute("aria-pressed", "false");
  for (const id of ["guide", "shoot", "torch"]) $(id).hidden = true;
  $("camera").hidden = false;
  $("live").textContent = "";
}

/** The views before this one, to go back to. @type {("hand" | "table")[]} */
const before = [];

/** @param {"hand" | "table"} view @param {boolean} [backwards] */
function go(view, backwards = false) {
  if (view !== store.state.view && !backwards) before.push(store.state.view);
  store.send({ type: "view chosen", view });
  window.scrollTo(0, 0);
}

const openDialog = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"));

/** What the browser's Back does, one thing at a time. */
function goBack() {
  const dialog = openDialog();
  if (dialog) dialog.close();
  else if (!$("keyboard").hidden) closeKeyboard(store);
  else if (store.state.view === "table" && table?.formIsOpen()) { table.closeForm(); drawAll(); }
  else if (before.length) go(/** @type {"hand" | "table"} */ (before.pop()), true);
  else if (ledger.table) notice(say("evening_stays"), true);
  else return false;
  return true;
}

const hasBack = () => Boolean(openDialog() || !$("keyboard").hidden || (store.state.view === "table" && table?.formIsOpen()) || before.length || ledger.table);

function showView() {
  for (const name of ["hand", "table"]) {
    $(`view-${name}`).hidden = name !== store.state.view;
    if (name === store.state.view) $(`nav-${name}`).setAttribute("aria-current", "page");
    else $(`nav-${name}`).removeAttribute("aria-current");
  }
  return store.state.view === "table" ? tablePart() : null;
}

/** Read the picture among the files that were chosen, dropped or pasted, or say that there is none. @param {FileList | null | undefined} files */
function lookAt(files) {
  const given = [...(files ?? [])];
  const picture = given.find((f) => f.type.startsWith("image/") || /\.(heic|heif)$/i.test(f.name));
  if (picture) look(picture);
  else if (given.length) notice(say("no_picture", given[0].name));
}

function listen() {
  watchTaps();
  $("camera").onclick = startCamera;
  $("shoot").onclick = shoot;
  $("torch").onclick = async () => {
    const on = $("torch").getAttribute("aria-pressed") !== "true";
    await camera?.torch(on).then(() => $("torch").setAttribute("aria-pressed", String(on))).catch(() => {});
  };
  $("file").onchange = () => { lookAt($("file").files); $("file").value = ""; };
  $("file").parentElement.onkeydown = (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter" || e.key === " ") $("file").click(); };
  $("try").onclick = () => { stopCamera(); store.send({ type: "hand entered", hand: EXAMPLE }); };
  $("type").onclick = () => { stopCamera(); type(store); };
  $("clear").onclick = () => { stopCamera(); closeKeyboard(store); store.send({ type: "deal done" }); notice(""); };
  $("undo-tile").onclick = () => store.send({ type: "undone" });
  $("cancel").onclick = () => store.send({ type: "photo cancelled", number: store.state.photo.number });
  $("again").onclick = () => { const blob = photoOf(store.state.photo.number); if (blob) look(blob); };
  $("nav-hand").onclick = () => go("hand");
  $("nav-table").onclick = () => go("table");
  $("settings").onclick = async () => { $("settings-dialog").showModal(); (await memoryPart())?.memorySettings(); };
  $("house-open").onclick = async () => {
    $("rules-dialog").close();
    await (await housePart())?.edit(store).catch((error) => notice(inScript(sentence(error))));
  };
  document.addEventListener("paste", (e) => lookAt(e.clipboardData?.files));
  const stage = $("stage");
  stage.addEventListener("dragover", (/** @type {DragEvent} */ e) => { e.preventDefault(); stage.classList.add("over"); });
  stage.addEventListener("dragleave", () => stage.classList.remove("over"));
  stage.addEventListener("drop", (/** @type {DragEvent} */ e) => { e.preventDefault(); stage.classList.remove("over"); lookAt(e.dataTransfer?.files); });
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
    for (const done of dialog.querySelectorAll("[data-close]")) done.addEventListener("click", () => dialog.close());
  }
  document.addEventListener("visibilitychange", () => { if (document.hidden && camera?.running()) stopCamera(); });
  back.watch(hasBack, goBack);
  watchLedger(back.changed);
  addEventListener("hashchange", () => openShared());
  addEventListener("hashchange", () => (ledger.link && linkInAddress() === ledger.link) || sharedHouse().then(() => open()).catch((error) => notice(inScript(sentence(error)))));
  store.watch((now, before) => {
    if (now.view !== before.view) showView();
    if (now.touched && camera?.running()) freeze();
    if (now.online !== before.online) notice(now.online || engine.ready() ? "" : say("offline"));
  });
  watchPatience((waits) => { $("busy").hidden = !waits; });
  watchLedger(correctingShown);
}

/** Which deal is corrected: the table's part is there, as that is where it began. */
const correctingShown = () => $("correcting").replaceChildren(...(table?.banner() ?? []));

/** A hand that came in the address. */
async function openShared() {
  if (location.hash.startsWith("#hand=") && (await showPart())?.openShared(store)) go("hand");
}

/** House rules that came in the address. */
const sharedHouse = async () => { if (location.hash.startsWith("#house=")) await (await housePart())?.sharedHouse(store); };

/** A hand that a player changes is no longer the camera's. */
async function freeze() {
  const picture = await camera?.grab();
  stopCamera();
  if (picture) { photos.set(store.state.photo.number, picture); }
}

function preferences() {
  const language = $("language");
  language.value = shownLanguage();
  language.onchange = async () => {
    speak(language.value);
    store.send({ type: "language changed" });
    drawAll();
    correctingShown();
    (await memoryPart())?.memorySettings();
    await effects.begin().catch((error) => notice(inScript(sentence(error))));
  };
  const theme = $("theme");
  theme.value = localStorage.getItem("theme") ?? "auto";
  const apply = () => { document.documentElement.dataset.theme = theme.value; };
  theme.onchange = () => { localStorage.setItem("theme", theme.value); apply(); };
  apply();
  $("phone").checked = wanted();
  $("phone").disabled = alone();
  $("phone").onchange = () => localStorage.setItem("phone", $("phone").checked ? "yes" : "no");
  $("original").checked = original();
  $("original").onchange = () => localStorage.setItem("original", $("original").checked ? "yes" : "no");
}

/** What the system opened the page for: a photo shared from another app, or a shortcut. */
async function handedOver() {
  const query = new URL(location.href).searchParams;
  if (!query.has("shared") && !query.has("do")) return;
  history.replaceState(history.state, "", location.pathname + location.hash);
  if (query.get("do") === "table") go("table");
  if (query.get("do") === "camera") await startCamera();
  const cache = await globalThis.caches?.open("paiyan-shared").catch(() => null);
  const shared = query.has("shared") ? await cache?.match("photo") : null;
  if (!shared) return;
  await cache?.delete("photo");
  go("hand");
  look(await shared.blob());
}

async function begin() {
  $("try-tiles").replaceChildren(...parse("123m456p777z").map(tileImage));
  preferences();
  listen();
  const { photo } = store.state;
  const kept = photo.status === "none" ? null : await keptPhoto();
  if (kept) photos.set(photo.number, kept);
  drawAll();
  await showView();
  if (alone()) prepareEngine();
  if (photo.status === "reading") effects.look();
  await effects.begin().catch((error) => notice(inScript(sentence(error))));
  await sharedHouse().catch((error) => notice(inScript(sentence(error))));
  await open().catch((error) => notice(inScript(sentence(error))));
  if (location.hash.startsWith("#table=")) { go("table"); await tablePart(); }
  await openShared();
  await handedOver();
  document.documentElement.dataset.ready = "yes";
  keepPage().catch(() => {});
  if (alone()) await warn();
  else prepareEngine();
}

/** Say what this browser lacks, where no service helps. */
async function warn() {
  const lacking = await import("./io/able.js").then((able) => able.lacks()).catch(() => "");
  if (lacking && $("notice").hidden) notice(lacking, true);
}

/** The service worker keeps the page: it fetches what is used later, so not before what is used now. A first visit has no newer version to be offered. */
async function keepPage() {
  const { serviceWorker } = navigator;
  if (serviceWorker?.controller) await (await import("./phone/updates.js")).watchUpdates($("newer"));
  else await serviceWorker?.register("sw.js");
}

const ENGINE_AFTER = 8000; // milliseconds: by then what the first screen needs has long come

/** The engine comes once there is a hand to score, and else a while later: it weighs a hundred times what is on the screen. Where no service is, it comes at once, and for a hand even over a line that is paid by the megabyte. */
function prepareEngine() {
  const come = alone() ? engine.begin : engine.prepare;
  if (alone() && !engine.metered()) { prepareEarly(); return; } // it comes already: see first.js
  if (store.state.hand.tiles.length) { come(); return; }
  if (!alone()) setTimeout(come, ENGINE_AFTER);
  store.watch((now, before) => { if (now.hand.tiles.length && !before.hand.tiles.length) come(); });
}

begin();
