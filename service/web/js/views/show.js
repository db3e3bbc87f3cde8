// What people show each other: the hand as one picture, made on the phone, and as a link that opens it.
import { cropped } from "../io/memory.js";
import { packed, unpacked } from "../state/house.js";
import { requestOf } from "../state/request.js";
import { parse } from "../state/tiles.js";
import { notice } from "./dom.js";
import { named } from "./seats.js";
import { share } from "./sharing.js";
import { DRAWINGS } from "./tiles.js";
import { inUnits, say, inScript } from "./words.js";
import "./words_evening.js";

/** @import { Answer, State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

const WIDE = 1080, EDGE = 48, TILE = 62, GAP = 5;
const PAPER = "#f4f7f4", INK = "#10211a", QUIET = "#46594e", MAIN = "#7a5200", GOOD = "#0a6b35", BAD = "#a8201a";
const FONT = 'system-ui, "Noto Sans CJK SC", "PingFang SC", "Hiragino Sans", sans-serif';
const SEATS = /** @type {const} */ (["E", "S", "W", "N"]);

/** The drawings of the tiles, by their notation. @type {Promise<Document> | null} */
let drawings = null;

/** @param {string} tile @returns {Promise<HTMLImageElement | null>} */
async function drawing(tile) {
  drawings ??= fetch(new URL(DRAWINGS, document.baseURI)).then(async (r) => new DOMParser().parseFromString(await r.text(), "image/svg+xml"));
  const symbol = (await drawings).getElementById(`t${tile}`);
  if (!symbol) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${symbol.getAttribute("viewBox")}" width="200" height="272">${[...symbol.children].map((part) => new XMLSerializer().serializeToString(part)).join("")}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return image.decode().then(() => image, () => null);
}

/** The hand as one picture: photo, tiles, worth, fans and payments. @param {State} state @param {Blob | null} photo @returns {Promise<HTMLCanvasElement | null>} */
export async function pictureOf(state, photo) {
  const { result: answer } = state.answer;
  const request = requestOf(state);
  if (!answer?.win || !request) return null;
  const sets = [request.concealed, ...request.melds.map((/** @type {{ tiles: string }} */ m) => m.tiles), request.win ? request.win.tile : "", request.flowers].filter(Boolean).map(parse);
  const faces = new Map(await Promise.all([...new Set(sets.flat())].map(async (tile) => /** @type {const} */ ([tile, await drawing(tile)]))));
  const boxes = state.hand.tiles.flatMap((t) => (t.box && t.zone !== "other" ? [t.box] : []));
  const crop = await cropped(photo, boxes, WIDE - 2 * EDGE);
  const seen = crop ? Object.assign(new Image(), { src: crop }) : null;
  await seen?.decode().catch(() => {});
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = 4000;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDE, canvas.height);
  let y = EDGE;
  /** @param {string} text @param {number} size @param {string} colour @param {string} [right] @param {string} [weight] */
  const line = (text, size, colour, right = "", weight = "400") => {
    pen.font = `${weight} ${size}px ${FONT}`;
    pen.fillStyle = colour;
    pen.textBaseline = "top";
    pen.textAlign = "right";
    const taken = right ? pen.measureText(right).width + 24 : 0;
    if (right) pen.fillText(right, WIDE - EDGE, y);
    pen.textAlign = "left";
    for (const part of wrapped(pen, text, WIDE - 2 * EDGE - taken)) { pen.fillText(part, EDGE, y); y += Math.round(size * 1.4); }
  };
  line(nameOfRules(state), 34, MAIN, "", "600");
  if (seen?.naturalWidth) {
    const high = Math.round(((WIDE - 2 * EDGE) * seen.naturalHeight) / seen.naturalWidth);
    pen.drawImage(seen, EDGE, y + 8, WIDE - 2 * EDGE, high);
    y += high + 24;
  }
  y = tiles(pen, sets, faces, y) + 16;
  line(worthOf(answer), 60, INK, "", "700");
  for (const fan of answer.fans ?? []) line(inScript(fan.name), 36, INK, `${fan.value}${fan.count > 1 ? ` ×${fan.count}` : ""}`);
  y += 20;
  for (const seat of SEATS) {
    const points = answer.payments?.[seat] ?? 0;
    line(named(state.seating, seat), 36, QUIET, points > 0 ? `+${points}` : String(points).replace("-", "−"), points > 0 ? "700" : "400");
    if (points) { pen.fillStyle = points > 0 ? GOOD : BAD; pen.fillRect(EDGE - 20, y - 46, 8, 34); }
  }
  y += 12;
  line("Paiyan 牌眼", 26, QUIET);
  const whole = document.createElement("canvas");
  whole.width = WIDE;
  whole.height = y + EDGE;
  whole.getContext("2d")?.drawImage(canvas, 0, 0);
  return whole;
}

/** @param {CanvasRenderingContext2D} pen @param {string[][]} sets @param {Map<string, HTMLImageElement | null>} faces @param {number} y where the first row begins @returns {number} where the last one ends */
function tiles(pen, sets, faces, y) {
  const high = Math.round(TILE * 1.36);
  let x = EDGE;
  for (const set of sets) {
    if (x > EDGE && x + set.length * (TILE + GAP) > WIDE - EDGE) { x = EDGE; y += high + 12; }
    for (const tile of set) {
      if (x + TILE > WIDE - EDGE) { x = EDGE; y += high + 12; }
      const face = faces.get(tile);
      if (face) pen.drawImage(face, x, y, TILE, high);
      else { pen.font = `400 26px ${FONT}`; pen.fillStyle = INK; pen.fillText(tile, x, y + 20); }
      x += TILE + GAP;
    }
    x += 18;
  }
  return y + high + 12;
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} wide */
function wrapped(pen, text, wide) {
  /** @type {string[]} */
  const lines = [];
  let now = "";
  for (const word of text.split(/(?<= )|(?<=[\u3000-\u9fff])/)) {
    if (now && pen.measureText(now + word).width > wide) { lines.push(now); now = ""; }
    now += word;
  }
  return now ? [...lines, now] : lines;
}

/** @param {State} state */
const nameOfRules = ({ rules }) => inScript(rules.known?.name ?? "");

/** @param {Answer} answer */
const worthOf = (answer) => (answer.han && answer.fu ? `${inUnits(answer.han, "han")} ${answer.fu} ${say("fu")}` : inUnits(answer.total, answer.unit));

/** Share the picture, or save it where nothing can be shared. @param {State} state @param {Blob | null} photo */
export async function sharePicture(state, photo) {
  const canvas = await pictureOf(state, photo);
  const blob = canvas && await new Promise((/** @type {(b: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
  if (!blob) { notice(say("went_wrong")); return; }
  const file = new File([blob], "paiyan.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) { await navigator.share({ files: [file], title: "Paiyan 牌眼" }).catch(() => {}); return; }
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The address that opens this hand. @param {State} state */
export function linkOf(state) {
  const request = requestOf(state);
  if (!request) return "";
  const { explain: _, ...hand } = /** @type {Record<string, unknown>} */ (request);
  return new URL(`#hand=${packed(JSON.stringify(hand))}`, location.href).href;
}

/** @param {State} state */
export const shareHand = (state) => { const link = linkOf(state); if (link) share(link); };

/** A hand that came in the address is laid on the table of this page. @param {Store} store @returns {boolean} whether there was one */
export function openShared(store) {
  const part = location.hash.match(/^#hand=([\w-]+)$/)?.[1];
  if (!part) return false;
  history.replaceState(history.state, "", location.pathname);
  try {
    const hand = JSON.parse(unpacked(part));
    if (typeof hand.concealed !== "string" || !Array.isArray(hand.melds)) throw new TypeError();
    lay(store, hand);
  } catch {
    notice(say("no_hand_there"));
  }
  return true;
}

/** @param {Store} store @param {any} hand */
function lay(store, hand) {
  if (!store.state.seating && typeof hand.rules === "string") store.send({ type: "rules chosen", id: hand.rules });
  const { by = "self_draw", from = null, flags = [] } = hand.win ?? {};
  const { seat = "E", round = "E", dealer = "E", wild = "", indicator = "", table = {}, options = {} } = hand;
  store.send({ type: "situation changed", changes: { by, from, flags, seat, round, dealer, wild, indicator, table, ...(store.state.seating ? {} : { options }) } });
  store.send({ type: "hand entered", hand });
}
