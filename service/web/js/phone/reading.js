// Reading in the engine's Python: what vision needs beside the scorer is opened when a photo is read first.
import { bytesOf } from "./packed.js";
import { freeAll } from "./pixels.js";
import { decoded, module, networksAt, pictureOf } from "./seeing.js";

/**
 * Python with the scorer.
 * @typedef {object} Engine
 * @property {any} python Pyodide
 * @property {(name: string) => string} at the address of a file of the engine
 * @property {(archive: Uint8Array) => void} add adds the files of an archive
 * @property {boolean} [restored] goes on from a snapshot, in which what reads is imported already
 * @property {(snapshot: Uint8Array) => Promise<void>} [keep] keeps a snapshot for later starts
 */

/** What reads, without the networks. */
export const READING = "reading.zip";

/** The functions of pixels as Python imports them. @param {Engine["at"]} at */
export const pixelsOf = async (at) => module(new Float32Array((await bytesOf(at("prints.bin"))).buffer));

/** Import what reads a photo, and keep a snapshot of it. @param {Engine} engine */
async function importReading({ python, at, add, keep }) {
  const [archive, pixels] = await Promise.all([bytesOf(at(READING)), pixelsOf(at)]);
  add(archive);
  python.registerJsModule("paiyan_pixels", pixels);
  python.runPython(`
import gc, importlib
importlib.invalidate_caches()
from paiyan.scorer.rulesets import rule_set
from paiyan.service.answers.situation import DEFAULT_RULES
from paiyan.service.phone.reading import Camera, Phone
rule_set(DEFAULT_RULES)
gc.collect()`);
  try {
    keep?.(python.makeMemorySnapshot({ serializer: (/** @type {unknown} */ held) => {
      if (held !== pixels) throw new Error("Python holds another object of JavaScript");
      return "pixels";
    } }));
  } catch (error) {
    console.warn(String(error)); // the next start tries again
  }
}

/** @param {Engine} engine @param {MessagePort} port that of the networks */
export async function openReader(engine, port) {
  const { python, restored } = engine;
  if (!restored) await importReading(engine);
  const Phone = python.runPython("from paiyan.service.phone.reading import Phone\nPhone");
  const networks = networksAt(port);
  let current = 0;

  /** The networks for one reading: they answer until it is stopped, or another begins, and count their time. @param {number} number @param {Record<string, number>} stages */
  const until = (number, stages) => Object.fromEntries(Object.entries(networks).map(([name, ask]) => [name, async (/** @type {any[]} */ ...inputs) => {
    if (number !== current) throw new Error("stopped");
    const from = performance.now();
    const found = await /** @type {any} */ (ask)(...inputs);
    stages[name] = (stages[name] ?? 0) + performance.now() - from;
    return found;
  }]));

  /** @param {Blob} blob @param {string} lang @param {number} seconds that it may take @returns {Promise<string>} JSON with an answer or an error */
  const read = async (blob, lang, seconds) => {
    const begun = performance.now();
    const number = current += 1;
    const picture = await decoded(blob);
    /** Milliseconds of each. @type {Record<string, number>} */
    const stages = { decode: performance.now() - begun };
    const counted = until(number, stages);
    let looks = 0;
    /** Report each look before it is taken. @param {any[]} inputs */
    const find = (...inputs) => {
      looks += 1;
      postMessage({ type: "look", looks, share: Math.min((performance.now() - begun) / (1000 * seconds), 1) });
      return counted.find(...inputs);
    };
    try {
      return await Phone({ ...counted, find }, seconds).read(picture, lang);
    } finally {
      picture.free();
      postMessage({ type: "read", stages, whole: performance.now() - begun });
    }
  };
  const camera = python.runPython("from paiyan.service.phone.reading import Camera\nCamera")(networks);
  const renderer = python.runPython("from functools import cache\nfrom paiyan.scorer.messages.as_json import JsonRenderer\ncache(JsonRenderer)");
  /** What a frame of the camera says before its photo is taken. @param {ImageBitmap} frame @param {string} lang @returns {Promise<string>} JSON with an answer */
  const guide = async (frame, lang) => {
    const picture = pictureOf(frame);
    try {
      return await camera.see(picture, renderer(lang));
    } finally {
      freeAll(picture.made);
    }
  };
  return { read, guide, stop: () => { current += 1; } };
}
