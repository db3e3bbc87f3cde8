// Files of the engine as they were before they were packed: any host serves them small, also one that compresses nothing.

/** A file as it was. It is thrown where it is not there. @param {string} address of the file, without ".packed", and its version */
export async function unpacked(address) {
  const url = new URL(address);
  url.pathname += ".packed";
  const response = await fetched(url.href);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`);
  const type = url.pathname.endsWith(".wasm.packed") ? "application/wasm" : "application/octet-stream";
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

const fetched = globalThis.fetch.bind(globalThis); // Pyodide's requests come here too: see engine.worker.js

/** @param {string} address */
export const bytesOf = async (address) => new Uint8Array(await (await unpacked(address)).arrayBuffer());

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
