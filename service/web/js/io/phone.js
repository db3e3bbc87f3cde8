// Reading on this phone: where there is no service, where a player wants it so, and where the service is slow or gone.
import * as engine from "./engine.js";
import { alone, Problem, read as readByService } from "./api.js";
import { lang, say } from "../views/words.js";

/** @import { Glimpse } from "../state/types" */

const SLOW = 8000; // milliseconds that a photo waits for the service before the phone reads it
const PATIENCE = 10; // seconds that a photo may take here; a whole table would be looked at for a minute

/** True if photos are to be read here, by the player's own choice. */
export const wanted = () => alone() || localStorage.getItem("phone") === "yes";

/** Why the networks could not be opened. */
let why = "";
/** @type {Promise<boolean> | null} */
let opening = null;
const networks = () => import("./networks.js");

/** Open what reads, once: the networks in a worker of their own. False where this page has none. */
export function prepare() {
  opening ??= open().catch(() => false).then((there) => { if (!there) opening = null; return there; });
  return opening;
}

async function open() {
  why = await (await networks()).open();
  return !why;
}

/** Open what reads before a photo is taken: beside the scorer where it is on this phone already, and else after it. */
export function prepareEarly() {
  if (engine.metered()) return;
  if (localStorage.getItem("reads") === "yes") prepare();
  else engine.whenReady(prepare);
}

/** Why photos are not read here, in a sentence that says what works all the same. @param {string} failure */
const lacking = async (failure) => (await import("./able.js")).whyNotRead(failure);

/** @param {Blob} blob @param {AbortSignal} signal @param {number} [seconds] @param {(found: Glimpse) => void} [onGlimpse] hears what the tiles are while Python starts */
export async function readHere(blob, signal, seconds = PATIENCE, onGlimpse = () => {}) {
  if (!engine.reads()) engine.lookingLater();
  if (!await prepare()) throw new Problem(await lacking(why), 0);
  signal.throwIfAborted();
  signal.addEventListener("abort", engine.stopReading, { once: true });
  const { read } = await networks();
  const reading = await read(blob, lang(), seconds, onGlimpse).catch(async (/** @type {Error & { status?: number }} */ wrong) => {
    throw new Problem(wrong.status === 507 ? await lacking("memory") : wrong.message.trim() || say("went_wrong"), 422);
  }).finally(() => signal.removeEventListener("abort", engine.stopReading));
  signal.throwIfAborted();
  return reading;
}

/**
 * What a photo shows. `sent` is what a service would get of it, and of others of the same scene; `onGlimpse` hears what the tiles are while Python starts.
 * @param {Blob} blob @param {() => Promise<Blob[]>} sent @param {AbortSignal} signal @param {(found: Glimpse) => void} onGlimpse @returns {Promise<any>}
 */
export async function readPhoto(blob, sent, signal, onGlimpse) {
  if (wanted() && (alone() || await prepare())) return readHere(blob, signal, PATIENCE, onGlimpse);
  const given = new AbortController();
  const stop = () => given.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const answer = sent().then((some) => readByService(some, given.signal));
  const slow = new Promise((done) => { setTimeout(() => done(null), SLOW); });
  try {
    const first = await Promise.race([answer, slow]);
    if (first !== null) return first;
    return await Promise.any([answer, readHere(blob, signal)]);
  } catch (error) {
    const problem = error instanceof AggregateError ? error.errors[0] : error;
    if (signal.aborted || !(problem instanceof Problem) || (problem.status !== 0 && problem.status < 500) || !await prepare()) throw problem;
    return await readHere(blob, signal);
  } finally {
    answer.catch(() => {});
    given.abort();
    signal.removeEventListener("abort", stop);
  }
}
