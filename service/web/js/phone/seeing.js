// What a reading in Python asks of JavaScript, in the worker of the engine: pixels here, networks by their worker.
import { free } from "./buffers.js";
import * as pixels from "./pixels.js";

/** @import { Box, Picture } from "./pixels.js" */
/** @typedef {{ key: string, data: Float32Array, dims: number[] }} Output */

/** @typedef {Record<string, { type: "float32", data: Float32Array, dims: number[] }>} Inputs */

/** Networks asked through a port. @param {MessagePort} port */
export function networksAt(port) {
  let next = 1;
  /** @type {Map<number, { done: (outputs: Output[]) => void, failed: (error: Error) => void }>} */
  const waiting = new Map();
  /** Planes that came back: what was sent is held until a collector comes by, so that each would add to the memory. @type {Float32Array | undefined} */
  let used;
  port.onmessage = ({ data: { id, outputs, inputs, error } }) => {
    if (inputs?.images) used = inputs.images.data;
    else free(Object.values(inputs ?? {}).map((one) => one.data));
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.failed(new Error(error));
    else one?.done(outputs);
  };
  return networksRun((name, inputs) => new Promise((done, failed) => {
    const id = next;
    next += 1;
    waiting.set(id, { done, failed });
    port.postMessage({ id, name, inputs }, Object.values(inputs).map(({ data }) => data.buffer));
  }), () => {
    const planes = used;
    used = undefined;
    return planes;
  });
}

/** What is asked of the networks, by whatever runs them. @param {(name: string, inputs: Inputs) => Promise<Output[]>} run @param {() => Float32Array | undefined} spare takes planes that are free again */
export function networksRun(run, spare = () => undefined) {
  return {
    /** @param {Picture} picture @param {number} size @param {number} confidence @param {number} iou @param {number} contained */
    async find(picture, size, confidence, iou, contained) {
      const shape = pixels.inputShape(picture, size);
      const { planes, frame } = pixels.letterbox(picture, shape, spare());
      const [head] = await run("detector", { images: { type: "float32", data: planes, dims: [1, 3, ...shape] } });
      const found = pixels.boxesOf(head.data, head.dims[2], frame, { confidence, iou, contained });
      free([head.data]);
      return found;
    },
    /** @param {Picture} picture @param {Box[]} boxes */
    async name(picture, boxes) {
      const outputs = await run("namer", { crops: { type: "float32", data: new Float32Array(pixels.crops(picture, boxes)), dims: [boxes.length, 64, 64, 3] } });
      return /** @type {Output} */ (outputs.find(({ key }) => key === "probabilities")).data;
    },
    /** @param {[string, number[], number[]][]} given */
    async layOut(given) {
      const outputs = await run("layouts", Object.fromEntries(given.map(([name, data, dims]) => [name, { type: "float32", data: Float32Array.from(data), dims }])));
      return outputs.map(({ key, data, dims }) => [key, Array.from(data), dims]);
    },
  };
}

const LARGE = 2; // times the input of the detector: so large is a photo decoded whose tiles are named at a glance

/**
 * The tiles of a photo by their names alone, in one look: what they make is for Python to say.
 * @param {ReturnType<typeof networksRun>} networks @param {Blob} blob @param {{ size: number, thresholds: [number, number, number], codes: string[] }} how
 * @returns {Promise<{ size: [number, number], tiles: { tile: string, box: number[] }[] }>}
 */
export async function glimpse(networks, blob, { size, thresholds, codes }) {
  const held = await decoded(blob);
  try {
    const part = [8, 4, 2].find((one) => Math.max(held.width, held.height) >= one * LARGE * size) ?? 1;
    const picture = held.decode(part);
    const { boxes } = await networks.find(picture, size, ...thresholds);
    const names = boxes.length ? await networks.name(picture, boxes) : new Float32Array();
    const each = codes.length + 1; // the last: no tile
    const tiles = boxes.flatMap((box, n) => {
      const sure = names.subarray(n * each, (n + 1) * each);
      const tile = codes[sure.indexOf(Math.max(...sure))];
      return tile ? [{ tile, box: box.map((side) => side * part) }] : [];
    });
    return { size: [held.width, held.height], tiles };
  } finally {
    held.free();
  }
}

/** The functions of pixels as Python imports them, with the prints of tiles. @param {Float32Array} prints (46, 2, 16, 16) */
export function module(prints) {
  const each = 2 * 16 * 16;
  const models = Array.from({ length: prints.length / each }, (_, code) => prints.subarray(code * each, (code + 1) * each));
  return {
    ...pixels,
    /** @param {Picture} from @param {Box[]} boxes @param {number[]} codes */
    waysUpOf: (from, boxes, codes) => pixels.waysUp(from, boxes, codes.map((code) => models[code])),
    printed: () => models.map((model) => model.some((weight) => weight !== 0)),
  };
}

const ROWS = 128; // of a photo that are drawn at a time: a canvas of all of it would need a third more memory than the pixels

/** @param {number} width @param {number} height */
function opaque(width, height) {
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fff";
  return context;
}

/** A photo as the browser decodes it, upright; what is transparent is white. @param {Blob} blob */
export async function decoded(blob) {
  const bitmap = await createImageBitmap(blob, { imageOrientation: "from-image", colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const { width, height } = bitmap;
  /** @type {Picture["made"]} */
  const made = [];
  const whole = pixels.blank(width, height, made), context = opaque(width, Math.min(ROWS, height));
  for (let y = 0; y < height; y += ROWS) {
    context.fillRect(0, 0, width, ROWS);
    context.drawImage(bitmap, 0, -y);
    const { data } = context.getImageData(0, 0, width, Math.min(ROWS, height - y));
    pixels.putRows(whole, y, data);
    free([data]);
  }
  bitmap.close();
  return {
    width, height, scales: await isJpeg(blob),
    decode: (/** @type {number} */ part) => (part === 1 ? whole : pixels.reduced(whole, part)),
    free: () => pixels.freeAll(made),
  };
}

/** @type {OffscreenCanvasRenderingContext2D | null} */
let frames = null;
/** A camera's frame as pixels; it is used up. @param {ImageBitmap} frame @returns {Picture} */
export function pictureOf(frame) {
  const { width, height } = frame;
  if (frames?.canvas.width !== width || frames.canvas.height !== height) frames = opaque(width, height);
  frames.drawImage(frame, 0, 0);
  frame.close();
  const picture = pixels.blank(width, height);
  pixels.putRows(picture, 0, frames.getImageData(0, 0, width, height).data);
  return picture;
}

/** @param {Blob} blob */
async function isJpeg(blob) {
  const [one, other] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return one === 0xff && other === 0xd8;
}
