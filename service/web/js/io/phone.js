// Reading on this phone: where there is no service, where a player wants it so, and where the service is slow or gone.
import * as engine from "./engine.js";
import { alone, Problem, read as readByService } from "./api.js";
import { lang, say } from "../views/words.js";

const SLOW = 8000; // milliseconds that a photo waits for the service before the phone reads it
const PATIENCE = 10; // seconds that a photo may take here; a whole table would be looked at for a minute

/** True if photos are to be read here, by the player's own choice. */
export const wanted = () => alone() || localStorage.getItem("phone") === "yes";

/** @type {Promise<boolean> | null} */
let opening = null;

/** Open what reads, once: the networks in a worker of their own. False where this page has none. */
export function prepare() {
  opening ??= open().catch(() => false).then((there) => { if (!there) opening = null; return there; });
  return opening;
}

async function open() {
  await engine.begin();
  const about = await engine.about();
  if (!about?.networks) return false;
  const { port1, port2 } = new MessageChannel();
  const networks = new Worker(new URL("../phone/networks.worker.js", import.meta.url), { type: "module" });
  const ready = new Promise((done) => { networks.onmessage = ({ data }) => done(data.type === "ready"); networks.onerror = () => done(false); });
  const threads = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;
  const folder = new URL("engine/", document.baseURI).href;
  networks.postMessage({ about: { folder, version: about.version, networks: about.networks, threads }, port: port1 }, [port1]);
  engine.see(port2);
  if (!await ready) { networks.terminate(); return false; }
  document.documentElement.dataset.phone = "ready";
  return true;
}

/** @param {Blob} blob @param {AbortSignal} signal @param {number} [seconds] */
export async function readHere(blob, signal, seconds = PATIENCE) {
  if (!await prepare()) throw new Problem(say("offline"), 0);
  signal.throwIfAborted();
  signal.addEventListener("abort", engine.stopReading, { once: true });
  const reading = await engine.read(blob, lang(), seconds).catch((/** @type {Error} */ wrong) => { throw new Problem(wrong.message.trim() || say("went_wrong"), 422); })
    .finally(() => signal.removeEventListener("abort", engine.stopReading));
  signal.throwIfAborted();
  return reading;
}

/**
 * What a photo shows. `sent` is what a service would get of it, and of others of the same scene.
 * @param {Blob} blob @param {() => Promise<Blob[]>} sent @param {AbortSignal} signal @returns {Promise<any>}
 */
export async function readPhoto(blob, sent, signal) {
  if (wanted() && (alone() || await prepare())) return readHere(blob, signal);
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
