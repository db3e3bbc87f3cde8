// Files of the engine as they were before they were packed: any host serves them small, also one that compresses nothing.
import { free } from "./buffers.js";

const BINARY = "application/wasm";

/** A file as it was. It is thrown where it is not there. The service worker keeps binaries unpacked: only of those does a browser keep what it compiled. @param {string} address of the file, without ".packed", and its version */
export async function unpacked(address) {
  const url = new URL(address);
  url.pathname += ".packed";
  const response = await fetched(url.href);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`);
  if (response.headers.get("content-type") === BINARY) return response;
  const type = url.pathname.endsWith(".wasm.packed") ? BINARY : "application/octet-stream";
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

const fetched = globalThis.fetch.bind(globalThis); // Pyodide's requests come here too: see engine.worker.js

/** All that a stream gives, in one array. Its parts are given back at once: see buffers.js. @param {ReadableStream<Uint8Array>} stream */
export async function gathered(stream) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  free(parts);
  return all;
}

/** @param {string} address */
export const bytesOf = async (address) => gathered(/** @type {ReadableStream<Uint8Array>} */ ((await unpacked(address)).body));

const BLOCK = 64; // weights that share the worth of a step

/** A network whose weights came as short whole numbers, as the file that it was: see service/phone/weights.py. @param {Uint8Array} bytes */
export function withFloats(bytes) {
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  const count = head.getUint32(0, true), length = head.getUint32(4, true);
  const parts = Array.from({ length: count }, (_, n) => ({ at: head.getUint32(8 + 8 * n, true), weights: head.getUint32(12 + 8 * n, true) }));
  const all = parts.reduce((sum, { weights }) => sum + weights, 0);
  const out = new Uint8Array(length);
  let from = 8 + 8 * count, to = 0;
  let worth = from + length - 4 * all;
  let low = worth + 4 * parts.reduce((sum, { weights }) => sum + Math.ceil(weights / BLOCK), 0);
  /** What lies between the weights. @param {number} end */
  const copy = (end) => { out.set(bytes.subarray(from, from + end - to), to); from += end - to; to = end; };
  for (const { at, weights } of parts) {
    copy(at);
    const floats = new Float32Array(weights);
    for (let n = 0, step = 0; n < weights; n += 1) {
      if (n % BLOCK === 0) { step = head.getFloat32(worth, true); worth += 4; }
      floats[n] = step * ((bytes[low + n] | (bytes[low + all + n] << 8)) << 16 >> 16);
    }
    out.set(new Uint8Array(floats.buffer), at);
    low += weights;
    to = at + 4 * weights;
  }
  copy(length);
  return out;
}
