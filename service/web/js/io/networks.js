// The networks on this phone: opened in a worker of their own, and asked what a photo shows.
import * as engine from "./engine.js";

/** @import { Glimpse } from "../state/types" */

/** Names the tiles of a photo in one look. @type {((blob: Blob) => Promise<Glimpse>) | null} */
let glimpse = null;
/** Looks at a photo with the graphics chip and without, until both gave the same once. @type {((blob: Blob) => Promise<void>) | null} */
let compare = null;

/** True if the graphics chip is to run the networks, by the player's own choice. */
export const graphicsWanted = () => "gpu" in navigator && localStorage.getItem("graphics") === "yes" && unfinished() < TRIES;
/** @param {boolean} on from the next start on */
export function useGraphics(on) {
  localStorage.setItem("graphics", on ? "yes" : "no");
  finish();
}

const TRIES = 2; // a chip that brings the page down is not tried at each start
const unfinished = () => Number(localStorage.getItem("graphics-tries") ?? 0);
const attempt = () => localStorage.setItem("graphics-tries", String(unfinished() + 1));
const finish = () => localStorage.removeItem("graphics-tries");

/** Open them: "" if they can be asked, else why not, as they say it. @returns {Promise<string>} */
export async function open() {
  const about = await engine.begin();
  if (!about?.networks) return "none";
  const { port1, port2 } = new MessageChannel();
  const networks = new Worker(new URL("../phone/networks.worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<string>} */
  const ready = new Promise((done) => {
    networks.onmessage = ({ data }) => done(data.type === "ready" ? "" : data.why);
    networks.onerror = () => done("failed");
  });
  const threads = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;
  const folder = new URL("engine/", document.baseURI).href;
  const graphics = graphicsWanted();
  if (graphics) attempt();
  networks.postMessage({ about: { folder, version: about.version, networks: about.networks, threads, graphics }, port: port1 }, [port1]);
  engine.see(port2);
  const why = await ready;
  if (why) {
    networks.terminate();
    if (!graphics) return why;
    useGraphics(false); // this chip does not run them
    return open();
  }
  if (graphics) finish();
  /** @param {{ blob: Blob } | { compare: Blob }} what @returns {Promise<any>} */
  const request = (what) => new Promise((done) => {
    const answer = new MessageChannel();
    answer.port1.onmessage = ({ data }) => done(data);
    networks.postMessage({ ...what, how: about.glimpse, to: answer.port2 }, [answer.port2]);
  });
  glimpse = (blob) => request({ blob });
  compare = graphics && localStorage.getItem("graphics-same") !== about.version ? async (blob) => {
    attempt();
    if (await request({ compare: blob })) localStorage.setItem("graphics-same", about.version);
    else useGraphics(false);
    finish();
    compare = null;
  } : null;
  localStorage.setItem("reads", "yes");
  Object.assign(document.documentElement.dataset, { phone: "ready", threads, graphics });
  return "";
}

/** Read a photo once they are open. @param {Blob} blob @param {string} lang @param {number} seconds @param {(found: Glimpse) => void} onGlimpse hears what the tiles are while Python starts */
export async function read(blob, lang, seconds, onGlimpse) {
  if (!engine.reads()) glimpse?.(blob).then(onGlimpse);
  await compare?.(blob);
  return engine.read(blob, lang, seconds);
}
