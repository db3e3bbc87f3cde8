// The three networks in a worker of their own: they open while Python starts, and never hold up the page.
// It is asked through a port by whoever reads, in the order of the requests.
import { bytesOf, unpacked, withFloats } from "./packed.js";
import { free } from "./pixels.js";

/** @import * as Ort from "onnxruntime-web" */

/** @typedef {{ name: string, inputs: Record<string, { type: "float32" | "uint8", data: Float32Array | Uint8Array, dims: number[] }> }} Run */

/** @type {Promise<{ ort: typeof Ort, sessions: Record<string, Ort.InferenceSession> }>} */
let opening;

/** @param {{ folder: string, version: string, threads: number, networks: Record<string, { file: string, plain: boolean }> }} about */
async function open({ folder, version, threads, networks }) {
  const at = (/** @type {string} */ name) => new URL(`${version}/${name}?v=${version}`, folder).href;
  const { fetch } = globalThis;
  const fetched = Object.entries(networks).map(([name, { file, plain }]) => /** @type {const} */ ([name, plain, bytesOf(at(file))]));
  /** @type {typeof Ort} */
  const ort = await import(at("ort.wasm.min.mjs"));
  const wasm = at("ort-wasm-simd-threaded.wasm");
  ort.env.wasm.wasmPaths = { mjs: at("ort-wasm-simd-threaded.mjs"), wasm };
  globalThis.fetch = (what) => String(what) === wasm ? unpacked(wasm) : fetch(what); // compiled while it comes: no copy of its bytes is kept
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = "error";
  const made = fetched.map(async ([name, plain, bytes]) => {
    const model = withFloats(await bytes);
    const session = await ort.InferenceSession.create(model, {
      executionProviders: ["wasm"], graphOptimizationLevel: plain ? "disabled" : "all",
    });
    free([await bytes, model]); // the session has a copy of its own
    return /** @type {const} */ ([name, session]);
  });
  return { ort, sessions: Object.fromEntries(await Promise.all(made)) };
}

/** @param {Run} asked */
async function run({ name, inputs }) {
  const { ort, sessions } = await opening;
  const given = Object.fromEntries(Object.entries(inputs).map(([key, { type, data, dims }]) => [key, new ort.Tensor(type, /** @type {any} */ (data), dims)]));
  const said = await sessions[name].run(given);
  return Object.entries(said).map(([key, tensor]) => ({ key, data: /** @type {Float32Array} */ (tensor.data).slice(), dims: [...tensor.dims] }));
}

addEventListener("message", ({ data }) => {
  opening = open(data.about);
  opening.then(() => postMessage({ type: "ready" }), (error) => postMessage({ type: "failed", why: String(error) }));
  /** @type {MessagePort} */
  const port = data.port;
  let last = Promise.resolve();
  port.onmessage = ({ data: asked }) => {
    last = last.then(async () => {
      try {
        const outputs = await run(asked);
        port.postMessage({ id: asked.id, outputs, inputs: asked.inputs }, [...outputs, ...Object.values(asked.inputs)].map((one) => one.data.buffer));
      } catch (error) {
        port.postMessage({ id: asked.id, error: String(error) });
      }
    });
  };
});
