// Reading on this phone: where there is no service, where a player wants it so, and where the service is slow or gone.
import * as engine from "./engine.js";
import { alone, Problem, read as readByService } from "./api.js";
import { lang, say } from "../views/words.js";

/** @import { Glimpse } from "../state/types" */

const SLOW = 8000; // milliseconds that a photo waits for the service before the phone reads it
const PATIENCE = 10; // seconds that a photo may take here; a whole table would be looked at for a minute

/** True if photos are to be read here, by the player's own choice. */
export const wanted = () => alone() || localStorage.getItem("phone") === "yes";

/** @type {Promise<boolean> | null} */
let opening = null;
/** Names the tiles of a photo in one look. @type {((blob: Blob) => Promise<Glimpse>) | null} */
let glimpse = null;
/** Looks at a photo with the graphics chip and without, until both gave the same once. @type {((blob: Blob) => Promise<void>) | null} */
let compare = null;
/** What the networks said when they could not be opened. */
let why = "";

/** True if the graphics chip is to run the networks, by the player's own choice. */
export const graphicsWanted = () => "gpu" in navigator && localStorage.getItem("graphics") === "yes";
/** @param {boolean} on from the next start on */
export const useGraphics = (on) => localStorage.setItem("graphics", on ? "yes" : "no");

/** Open what reads, once: the networks in a worker of their own. False where this page has none. */
export function prepare() {
  opening ??= open().catch(() => false).then((there) => { if (!there) opening = null; return there; });
  return opening;
}

/** Open what reads before a photo is taken: beside the scorer where it is on this phone already, and else after it. */
export function prepareEarly() {
  if (engine.metered()) return;
  if (localStorage.getItem("reads") === "yes") prepare();
  else engine.whenReady(prepare);
}

async function open() {
  await engine.begin();
  const about = await engine.about();
  if (!about?.networks) return false;
  const { port1, port2 } = new MessageChannel();
  const networks = new Worker(new URL("../phone/networks.worker.js", import.meta.url), { type: "module" });
  const ready = new Promise((done) => {
    networks.onmessage = ({ data }) => { why = data.why ?? ""; done(data.type === "ready"); };
    networks.onerror = () => done(false);
  });
  const threads = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;
  const folder = new URL("engine/", document.baseURI).href;
  const graphics = graphicsWanted();
  networks.postMessage({ about: { folder, version: about.version, networks: about.networks, threads, graphics }, port: port1 }, [port1]);
  engine.see(port2);
  if (!await ready) {
    networks.terminate();
    if (!graphics) return false;
    useGraphics(false); // this chip does not run them
    return open();
  }
  /** @param {{ blob: Blob } | { compare: Blob }} what @returns {Promise<any>} */
  const asked = (what) => new Promise((done) => {
    const answer = new MessageChannel();
    answer.port1.onmessage = ({ data }) => done(data);
    networks.postMessage({ ...what, how: about.glimpse, to: answer.port2 }, [answer.port2]);
  });
  glimpse = (blob) => asked({ blob });
  compare = graphics && localStorage.getItem("graphics-same") !== about.version ? async (blob) => {
    if (await asked({ compare: blob })) localStorage.setItem("graphics-same", about.version);
    else useGraphics(false);
    compare = null;
  } : null;
  localStorage.setItem("reads", "yes");
  Object.assign(document.documentElement.dataset, { phone: "ready", threads, graphics });
  return true;
}

/** Why photos are not read here, in a sentence that says what works all the same. @param {string} told */
const lacking = async (told) => (await import("./able.js")).whyNotRead(told);

/** @param {Blob} blob @param {AbortSignal} signal @param {number} [seconds] @param {(found: Glimpse) => void} [told] hears what the tiles are while Python starts */
export async function readHere(blob, signal, seconds = PATIENCE, told = () => {}) {
  if (!engine.reads()) engine.lookingLater();
  if (!await prepare()) throw new Problem(await lacking(why), 0);
  signal.throwIfAborted();
  signal.addEventListener("abort", engine.stopReading, { once: true });
  if (!engine.reads()) glimpse?.(blob).then(told);
  await compare?.(blob);
  const reading = await engine.read(blob, lang(), seconds).catch(async (/** @type {Error & { status?: number }} */ wrong) => {
    throw new Problem(wrong.status === 507 ? await lacking("memory") : wrong.message.trim() || say("went_wrong"), 422);
  }).finally(() => signal.removeEventListener("abort", engine.stopReading));
  signal.throwIfAborted();
  return reading;
}

/**
 * What a photo shows. `sent` is what a service would get of it, and of others of the same scene; `told` hears what the tiles are while Python starts.
 * @param {Blob} blob @param {() => Promise<Blob[]>} sent @param {AbortSignal} signal @param {(found: Glimpse) => void} told @returns {Promise<any>}
 */
export async function readPhoto(blob, sent, signal, told) {
  if (wanted() && (alone() || await prepare())) return readHere(blob, signal, PATIENCE, told);
  const given = new AbortController();
  const stop = () => given.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const asked = sent().then((some) => readByService(some, given.signal));
  const slow = new Promise((done) => { setTimeout(() => done(null), SLOW); });
  try {
    const first = await Promise.race([asked, slow]);
    if (first !== null) return first;
    return await Promise.any([asked, readHere(blob, signal)]);
  } catch (error) {
    const problem = error instanceof AggregateError ? error.errors[0] : error;
    if (signal.aborted || !(problem instanceof Problem) || (problem.status !== 0 && problem.status < 500) || !await prepare()) throw problem;
    return await readHere(blob, signal);
  } finally {
    asked.catch(() => {});
    given.abort();
    signal.removeEventListener("abort", stop);
  }
}
