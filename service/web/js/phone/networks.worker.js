// The three networks in a worker of their own: they open while Python starts, and never hold up the page.
// It is asked through a port by whoever reads, in the order of the requests.
import { bytesOf, unpacked, withFloats } from "./packed.js";
import { free } from "./buffers.js";
import { glimpse, networksRun } from "./seeing.js";

/** @import * as Ort from "onnxruntime-web" */

/** @typedef {{ name: string, inputs: Record<string, { type: "float32" | "uint8", data: Float32Array | Uint8Array, dims: number[] }> }} Run */

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
    const model = withFloats(await bytes);
    sessions[name] = await ort.InferenceSession.create(model, {
      executionProviders: [graphics && !plain ? "webgpu" : "wasm"], graphOptimizationLevel: plain ? "disabled" : "all", logSeverityLevel: 3,
    });
    free([await bytes, model]); // the session has a copy of its own
  }
  return { ort, sessions };
}

/** @param {Run} asked */
async function run({ name, inputs }) {
  const { ort, sessions } = await opening;
  const given = Object.fromEntries(Object.entries(inputs).map(([key, { type, data, dims }]) => [key, new ort.Tensor(type, /** @type {any} */ (data), dims)]));
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

/** Name the tiles of a photo while Python starts, or give null; what goes wrong then is reported when the photo is read. @param {{ blob: Blob, how: Parameters<typeof glimpse>[2], to: MessagePort }} asked */
const look = ({ blob, how, to }) => glimpse(networks, blob, how).then((found) => to.postMessage(found), () => to.postMessage(null));

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

/** What the processor finds in a photo, in a worker that ends with it: so does the memory of its runtime. @param {Blob} blob @param {Parameters<typeof glimpse>[2]} how @returns {Promise<{ tiles: Tiles }>} */
async function foundByProcessor(blob, how) {
  const other = new Worker(import.meta.url, { type: "module" });
  try {
    /** @type {Promise<void>} */
    const ready = new Promise((done, failed) => {
      other.onmessage = ({ data }) => { if (data.type === "ready") done(); else failed(new Error(data.why)); };
      other.onerror = () => failed(new Error("failed"));
    });
    const { port1: unused } = new MessageChannel(), answer = new MessageChannel();
    other.postMessage({ about: { ...about, graphics: false }, port: unused }, [unused]);
    await ready;
    return await new Promise((done, failed) => {
      answer.port1.onmessage = ({ data }) => { if (data) done(data); else failed(new Error("nothing found")); };
      other.postMessage({ blob, how, to: answer.port2 }, [answer.port2]);
    });
  } finally {
    other.terminate();
  }
}

/** Look at a photo with the graphics chip and without: what does not give the same is not used any more. @param {{ compare: Blob, how: Parameters<typeof glimpse>[2], to: MessagePort }} asked */
async function compare({ compare: blob, how, to }) {
  const found = await glimpse(networks, blob, how).catch(() => null);
  const wanted = await foundByProcessor(blob, how);
  const same = found !== null && sameTiles(found.tiles, wanted.tiles);
  if (!same) {
    const { sessions } = await opening;
    about = { ...about, graphics: false };
    opening = open(about);
    await opening;
    for (const session of Object.values(sessions)) await session.release().catch(() => {});
  }
  to.postMessage(same);
}

/** @type {About} */
let about;

addEventListener("message", ({ data }) => {
  if (data.blob) { look(data); return; }
  if (data.compare) { compare(data).catch(() => data.to.postMessage(false)); return; }
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
