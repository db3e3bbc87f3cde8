// Python's memory as it is once everything is imported, kept on this phone: from the second start on nothing is imported again.
//
// It is made on the phone, where it costs no download. It belongs to one version of the engine and to one browser, whose
// WebAssembly decides what lies in that memory; of any other it is deleted. Where it cannot be kept, as in a private
// window, or not be read, Python starts as it does the first time.

import { free } from "./buffers.js";
import { gathered } from "./packed.js";

const CACHE = "paiyan-python";
const FORM = 1; // of what is kept here: raise it where Python is to hold other objects of JavaScript

const caches = () => globalThis.caches?.open(CACHE);

/** Where the snapshot of a version is kept. @param {string} folder address of the engine @param {string} version of it */
const addressOf = (folder, version) => new URL(`${version}/snapshot-${FORM}?browser=${encodeURIComponent(navigator.userAgent)}`, folder).href;

/** Delete what is kept for an engine, but for one address. @param {string} folder @param {string} [but] */
async function clear(folder, but) {
  const cache = await caches();
  for (const { url } of await cache?.keys() ?? []) if (url.startsWith(folder) && url !== but) await cache?.delete(url);
}

/** Delete the snapshot of an engine, so that Python starts anew. @param {string} folder */
export const forget = (folder) => clear(folder).catch(() => {});

/** The snapshot of a version, or null: there is none, or it cannot be read. Those of others are deleted. @param {string} folder @param {string} version @returns {Promise<Uint8Array | null>} */
export async function find(folder, version) {
  try {
    const address = addressOf(folder, version);
    const kept = await (await caches())?.match(address);
    if (!kept?.body) {
      await clear(folder);
      return null;
    }
    return await gathered(kept.body.pipeThrough(new DecompressionStream("gzip"))); // which checks a sum of all bytes
  } catch {
    await forget(folder);
    return null;
  }
}

/** Keep the snapshot of a version in place of all others; without room for it nothing is kept. @param {string} folder @param {string} version @param {Uint8Array} bytes they are given away */
export async function keep(folder, version, bytes) {
  try {
    const cache = await caches();
    if (!cache) return;
    const address = addressOf(folder, version);
    await clear(folder);
    const memory = new Blob([/** @type {BlobPart} */ (bytes)]);
    free([bytes]);
    await cache.put(address, new Response(memory.stream().pipeThrough(new CompressionStream("gzip"))));
  } catch {
    await forget(folder);
  }
}
