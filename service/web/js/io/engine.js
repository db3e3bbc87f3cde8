// The scorer in the browser: the same Python, run by Pyodide in a worker, where the service serves its files.
//
// `make page-engine` builds them; without them the page scores by the service alone and says so when it is away.

/** @type {Worker | null} */
let worker = null;
let opened = false;
let missing = false; // the host had none at the last request
let sees = false;
let next = 1;
/** @type {Map<number, { done: (answer: any) => void, failed: (error: Error) => void }>} */
const pending = new Map();

export const ready = () => opened;
/** True once it reads photos: what does is opened after the scorer. */
export const reads = () => sees;
/** True while it is fetched or started: it will be ready, or broken. False at a further request to a host that had none. */
export const coming = () => beginning !== null && !opened && !missing;
/** @type {(() => void)[]} */
const whenOpen = [];
/** @type {(() => void)[]} */
const whenGone = [];
/** @param {() => void} listener */
export const whenReady = (listener) => { whenOpen.push(listener); if (opened) listener(); };
/** @param {() => void} listener */
export const whenBroken = (listener) => { whenGone.push(listener); };

const KEPT_WITHIN = 10_000; // milliseconds: where nothing keeps files, as in a private window, it is fetched all the same

/** When what is fetched is kept: in a first visit the service worker takes over a little later, and would miss the engine. */
async function kept() {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => { navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }); });
}

/** True on a line that is paid by the megabyte, unless the page is installed or its engine is here already: it weighs 7 MB. */
export function metered() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean, type?: string } }} */ (navigator);
  const paid = Boolean(connection?.saveData || connection?.type === "cellular");
  return paid && !matchMedia("(display-mode: standalone)").matches && localStorage.getItem("reads") !== "yes";
}

/** Open it in the background. */
export async function prepare() {
  if (worker || metered() || !("serviceWorker" in navigator)) return;
  await begin();
}

/** Networks and how a first look is taken with them: see service/browser_engine.py. @typedef {{ networks: Record<string, { file: string, plain: boolean }>, glimpse: { size: number, thresholds: [number, number, number], codes: string[] } }} Reading */

/** What an engine is: its version and, where it reads photos, how. @typedef {{ version: string } & (Reading | { networks: null })} About */

/** What the host says of its engine; null where there is none. @returns {Promise<About | null>} */
const hosted = () => fetch(new URL("engine/engine.json", document.baseURI), { cache: "no-cache" }).then((r) => (r.ok ? r.json() : null)).catch(() => null);

/** What it is, from its start until it breaks. @type {Promise<About | null> | null} */
let beginning = null;

/** Open it now: what it is, or null where there is none. */
export const begin = () => (beginning ??= start());

async function start() {
  if ("serviceWorker" in navigator) await Promise.race([kept(), new Promise((done) => { setTimeout(done, KEPT_WITHIN); })]);
  const about = await hosted();
  missing = !about;
  if (!about) { broken(); return null; }
  const tries = Number(localStorage.getItem("python-tries"));
  localStorage.setItem("python-tries", `${tries + 1}`);
  worker = new Worker(new URL("../engine.worker.js", import.meta.url), { type: "module", name: `${about.version} ${tries > 1 ? "fresh" : ""}` });
  worker.onmessage = ({ data }) => {
    if (data.type === "read") { Object.assign(document.documentElement.dataset, { readMs: Math.round(data.whole), stages: JSON.stringify(data.stages) }); return; }
    if (data.type === "look") { for (const listener of whenLooking) listener(data); return; }
    if (data.type === "failed") { broken(); return; }
    if (data.type === "reader") { sees = true; return; }
    if (data.type === "ready") { opened = true; localStorage.removeItem("python-tries"); for (const listener of whenOpen) listener(); Object.assign(document.documentElement.dataset, { engine: "ready", engineMs: data.ms, restored: data.restored }); return; }
    const one = pending.get(data.id);
    pending.delete(data.id);
    if (data.error) one?.failed(Object.assign(new Error(data.error), { status: data.status }));
    else one?.done(JSON.parse(data.answer));
  };
  worker.onerror = broken;
  return about;
}

/** What was asked of it is answered by nobody: it may be opened again. */
function broken() {
  worker?.terminate();
  worker = null;
  beginning = null;
  opened = sees = false;
  for (const one of pending.values()) one.failed(new Error(""));
  pending.clear();
  for (const listener of whenGone) listener();
}

addEventListener("online", () => prepare());

/** @param {unknown} request @param {string} lang @returns {Promise<any>} */
export const score = (request, lang) => ask("score", request, lang);

/** What to throw. @param {unknown} hand @param {string} lang @returns {Promise<any>} */
export const advice = (hand, lang) => ask("advice", hand, lang);

/** The table as it will stand once what waits is written. @param {unknown} table @param {unknown[]} waiting @param {string} lang @returns {Promise<any>} */
export const ahead = (table, waiting, lang) => ask("ahead", { table, waiting }, lang);

/** What becomes of a table that this phone keeps by itself. @param {any} request @param {string} lang @returns {Promise<any>} */
export const table = (request, lang) => ask("table", request, lang);

/** All rule sets in short, as the service lists them. @param {string} lang @returns {Promise<any>} */
export const catalogue = (lang) => ask("catalogue", {}, lang);

/** One rule set in full, or that of a house file. @param {{ rules: string } | { house: string }} which @param {string} lang @returns {Promise<any>} */
export const rules = (which, lang) => ask("rules", which, lang);

/** Let it ask the networks at the other end of a port. @param {MessagePort} port */
export const see = (port) => worker?.postMessage({ port }, [port]);

/** What a photo shows. @param {Blob} blob @param {string} lang @param {number} seconds that it may take @returns {Promise<any>} */
export const read = (blob, lang, seconds) => ask("read", null, lang, { blob, seconds });

/** What a camera's frame says before its photo is taken. @param {ImageBitmap} frame it is given away @param {string} lang @returns {Promise<import("../state/answers").FrameReport>} */
export const guide = (frame, lang) => ask("guide", null, lang, { frame }, [frame]);

/** @type {((look: { looks: number, share: number }) => void)[]} */
const whenLooking = [];
/** Told before each look at the photo that is being read: how many with it, and the share of its time that is over; none while what reads is still fetched. @param {(look: { looks: number, share: number }) => void} listener */
export const onLook = (listener) => { whenLooking.push(listener); };
export const lookingLater = () => { for (const listener of whenLooking) listener({ looks: 0, share: 0 }); };

/** Give up the photo that is being read. */
export const stopReading = () => worker?.postMessage({ stop: true });

/** @param {"read" | "score" | "advice" | "ahead" | "table" | "catalogue" | "rules" | "guide"} what @param {unknown} request @param {string} lang @param {{ blob: Blob, seconds: number } | { frame: ImageBitmap }} [picture] @param {Transferable[]} [given] @returns {Promise<any>} */
function ask(what, request, lang, picture, given = []) {
  if (!worker) return Promise.reject(new Error(""));
  const id = next;
  next += 1;
  return new Promise((done, failed) => {
    pending.set(id, { done, failed });
    worker?.postMessage({ id, what, request: JSON.stringify(request), lang, ...picture }, given);
  });
}
