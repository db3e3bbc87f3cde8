// The hands of an evening with their pictures: on this phone only, and only where its user wants that.
import { parse } from "../state/tiles.js";

const HANDS = "paiyan-hands";
const MOST = 400;
const WIDE = 640; // pixels of a kept picture
const AROUND = 0.25; // of the hand's height, kept on each side

/** @typedef {{ id: string, at: string, table: string, who: string, rules: string, hand: any, total: number, unit: string, points: number, fans: { id: string, name: string }[], crop: string }} Remembered */

const store = () => globalThis.caches?.open(HANDS).catch(() => null) ?? Promise.resolve(null);

/** @param {Remembered} one */
export async function keep(one) {
  const cache = await store();
  await cache?.put(`hands/${one.id}`, new Response(JSON.stringify(one))).catch(() => {});
  const old = (await all()).slice(MOST);
  for (const { id } of old) await cache?.delete(`hands/${id}`);
}

/** The hands that were kept, the newest first. @returns {Promise<Remembered[]>} */
export async function all() {
  const cache = await store();
  const keys = await cache?.keys() ?? [];
  const found = await Promise.all(keys.map(async (key) => (await cache?.match(key))?.json().catch(() => null)));
  return found.filter(Boolean).sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** The key of a hand, the same in whatever order its tiles were entered. @param {any} hand @returns {string} */
const facesOf = (hand) => JSON.stringify([...(hand?.melds ?? []).map((/** @type {any} */ meld) => meld.tiles), hand?.concealed ?? "", hand?.flowers ?? ""].map((tiles) => parse(tiles).sort()).concat([[hand?.win?.tile ?? ""]]));

/** The hand of a table that was kept last with these tiles: one that is corrected takes its place. @param {string} table @param {any} hand @returns {Promise<Remembered | undefined>} */
export async function keptAs(table, hand) {
  return (await all()).find((one) => one.table === table && facesOf(one.hand) === facesOf(hand));
}

export const forgetAll = () => globalThis.caches?.delete(HANDS);

/** The part of a picture where the tiles lie, as a small JPEG in an address; empty where there is none. @param {Blob | null} blob @param {number[][]} boxes of its tiles @param {number} [width] */
export async function cropped(blob, boxes, width = WIDE) {
  if (!blob || !boxes.length) return "";
  const picture = await createImageBitmap(blob, { imageOrientation: "from-image" }).catch(() => null);
  if (!picture) return "";
  const left = Math.min(...boxes.map((b) => b[0])), top = Math.min(...boxes.map((b) => b[1]));
  const right = Math.max(...boxes.map((b) => b[2])), bottom = Math.max(...boxes.map((b) => b[3]));
  const margin = AROUND * Math.max(...boxes.map((b) => b[3] - b[1]));
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
  const [w, h] = [Math.min(picture.width, right + margin) - x, Math.min(picture.height, bottom + margin) - y];
  if (w <= 0 || h <= 0) { picture.close(); return ""; }
  const scale = Math.min(1, width / w);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(w * scale);
  canvas.height = Math.round(h * scale);
  canvas.getContext("2d")?.drawImage(picture, x, y, w, h, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.8);
}
