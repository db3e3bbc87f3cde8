// The three networks in a worker of their own: they open while Python starts, and never hold up the page.
// It is asked through a port by whoever reads, in the order of the requests.
import { bytesOf, unpacked, withFloats } from "./packed.js";
import { free } from "./buffers.js";
import { glimpse, networksRun } from "./seeing.js";

/** @import * as Ort from "onnxruntime-web" */

/** @typedef {{ name: string, inputs: Record<string, { type: "float32", data: Float32Array, dims: number[] }> }} Run */

/** @typedef {{ ort: typeof Ort, sessions: Record<string, Ort.InferenceSession> }} Opened */
/** @typedef {{ folder: string, version: string, threads: number, networks: Record<string, { file: string, plain: boolean }>, graphics: boolean }} About `graphics`: on the graphics chip, where it gives the same */

/** @type {Promise<Opened>} */
let opening;

/** The module of the runtime, and the files that it asks for. */
const PROCESSOR = ["ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"];
const GRAPHICS = ["ort.webgpu.min.mjs", "ort-wasm-simd-threaded.asyncify.mjs", "ort-wasm-simd-threaded.asyncify.wasm"];

/** @param {About} about @returns {Promise<Opened>} */
async function open({ folder, version, threads, networks, graphics }) {
  const at = (/** @type {string} */ name) => new URL(`${version}/${name}?v=${version}`, folder).href;
  const { fetch } = globalThis;
  const fetched = Object.entries(networks).map(([name, { file, plain }]) => /** @type {const} */ ([name, plain, bytesOf(at(file))]));
  const [module, script, binary] = (graphics ? GRAPHICS : PROCESSOR).map(at);
  /** @type {typeof Ort} */
  const ort = await import(module);
  ort.env.wasm.wasmPaths = { mjs: script, wasm: binary };
  globalThis.fetch = (what) => String(what) === binary ? unpacked(binary) : fetch(what); // compiled while it comes: no copy of its bytes is kept
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = "error";
  /** @type {Opened["sessions"]} */
  const sessions = {};
  for (const [name, plain, bytes] of fetched) { // one after the other: two providers may not start the runtime at once
    const short = await bytes, model = withFloats(short);
    free([short]);
    sessions[name] = await ort.InferenceSession.create(model, {
      executionProviders: [graphics && !plain ? "webgpu" : "wasm"], graphOptimizationLevel: plain ? "disabled" : "all", logSeverityLevel: 3,
    });
    free([model]); // the session has a copy of its own
  }
  return { ort, sessions };
}

/** @param {Run} asked @param {Promise<Opened>} [by] */
async function run({ name, inputs }, by = opening) {
  const { ort, sessions } = await by;
  const given = Object.fromEntries(Object.entries(inputs).map(([key, { type, data, dims }]) => [key, new ort.Tensor(type, data, dims)]));
  const outputs = await sessions[name].run(given);
  return Object.entries(outputs).map(([key, tensor]) => ({ key, data: /** @type {Float32Array} */ (tensor.data).slice(), dims: [...tensor.dims] }));
}

/** One run after the other. */
let last = Promise.resolve();
/** @param {Run} request @returns {ReturnType<typeof run>} */
function inTurn(request) {
  const answer = last.then(() => run(request));
  last = answer.then(() => {}, () => {});
  return answer;
}

const networks = networksRun((name, inputs) => inTurn({ name, inputs }));

/** Name the tiles of a photo while Python starts; what goes wrong then is reported when the photo is read. @param {{ blob: Blob, how: Parameters<typeof glimpse>[2], to: MessagePort }} asked */
const look = ({ blob, how, to }) => glimpse(networks, blob, how).then((found) => to.postMessage(found), () => {});

/** @typedef {Awaited<ReturnType<typeof glimpse>>["tiles"]} Tiles */
const SAME = 0.005; // parts of a tile's shorter side that a box may lie elsewhere

/** Whether the same tiles lie in the same places. @param {Tiles} some @param {Tiles} others */
function sameTiles(some, others) {
  if (some.length !== others.length) return false;
  const left = [...others];
  return some.every(({ tile, box: [x1, y1, x2, y2] }) => {
    const near = SAME * Math.min(x2 - x1, y2 - y1);
    const at = left.findIndex((one) => one.tile === tile && [x1, y1, x2, y2].every((side, n) => Math.abs(side - one.box[n]) <= near));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Look at a photo with the graphics chip and without: what does not give the same is not used any more. @param {{ compare: Blob, how: Parameters<typeof glimpse>[2], to: MessagePort }} asked @param {About} about */
async function compare({ compare: blob, how, to }, about) {
  const plain = open({ ...about, graphics: false });
  const found = await glimpse(networks, blob, how).catch(() => null);
  const wanted = await glimpse(networksRun((name, inputs) => run({ name, inputs }, plain)), blob, how);
  const same = found !== null && sameTiles(found.tiles, wanted.tiles);
  if (!same) opening = plain;
  to.postMessage(same);
}

/** @type {About} */
let about;

addEventListener("message", ({ data }) => {
  if (data.blob) { look(data); return; }
  if (data.compare) { compare(data, about).catch(() => data.to.postMessage(false)); return; }
  about = data.about;
  opening = open(data.about);
  opening.then(() => postMessage({ type: "ready" }), (error) => postMessage({ type: "failed", why: String(error) }));
  /** @type {MessagePort} */
  const port = data.port;
  port.onmessage = async ({ data: request }) => {
    try {
      const outputs = await inTurn(request);
      port.postMessage({ id: request.id, outputs, inputs: request.inputs }, [...outputs, ...Object.values(request.inputs)].map((one) => one.data.buffer));
    } catch (error) {
      port.postMessage({ id: request.id, error: String(error) });
    }
  };
});
