// Which part of the photo is shown: the hand, the whole, or what two fingers chose.
import { $ } from "./dom.js";
import { say } from "./words.js";

/** @import { State } from "../state/types" */

/** A part of the picture in its own pixels. @typedef {{ x: number, y: number, w: number, h: number }} Part */

const AROUND = 0.06; // of the hand's width, left free on each side
const CLOSEST = 12; // of the whole picture's width

/** The part that two fingers chose, of which reading. @type {{ part: Part, of: unknown } | null} */
let chosen = null;
let whole = false;

/** The hand in the picture, with some room around it. @param {State} state @returns {Part | null} */
export function handIn({ reading, hand }) {
  const boxes = hand.tiles.filter((t) => t.zone !== "other").flatMap((t) => (t.box ? [t.box] : []));
  return reading?.size && boxes.length ? around(boxes, reading.size, AROUND) : null;
}

/** The part around some boxes. @param {number[][]} boxes @param {number[]} size of the picture @param {number} room of the part's width @returns {Part} */
export function around(boxes, size, room) {
  const [x1, y1, x2, y2] = [0, 1, 2, 3].map((n) => Math[n < 2 ? "min" : "max"](...boxes.map((box) => box[n])));
  const pad = room * Math.max(x2 - x1, y2 - y1) + 0.4 * Math.min(...boxes.map((box) => box[3] - box[1]));
  const [x, y] = [Math.max(0, x1 - pad), Math.max(0, y1 - pad)];
  return { x, y, w: Math.min(size[0], x2 + pad) - x, h: Math.min(size[1], y2 + pad) - y };
}

/** Show it. @param {State} state @param {boolean} looking whether a photo is shown */
export function crop(state, looking) {
  const stage = $("stage"), frame = $("frame");
  const of = state.reading;
  if (chosen?.of !== of) { chosen = null; if (!of) whole = false; }
  const hand = looking ? handIn(state) : null;
  stage.classList.toggle("cropped", Boolean(hand));
  $("whole").hidden = !hand;
  $("whole").textContent = say(whole || chosen ? "show_hand" : "show_whole");
  frame.style.cssText = "";
  stage.style.removeProperty("height");
  if (!hand || !of?.size) return;
  const [width, height] = of.size;
  const part = chosen?.part ?? (whole ? { x: 0, y: 0, w: width, h: height } : hand);
  const wide = stage.clientWidth;
  const tall = Math.max(88, Math.min(innerHeight * (innerWidth >= 1000 ? 0.5 : whole ? 0.4 : 0.24), (wide * part.h) / part.w));
  const scale = Math.min(wide / part.w, tall / part.h);
  stage.style.height = `${tall}px`;
  const left = placed(part.x + part.w / 2, width, wide, scale), top = placed(part.y + part.h / 2, height, tall, scale);
  frame.style.cssText = `position:absolute;width:${width * scale}px;height:${height * scale}px;left:${left}px;top:${top}px`;
}

/** Where the picture begins, so that its middle lies in the middle and no background shows next to it. @param {number} middle @param {number} length @param {number} room @param {number} scale */
function placed(middle, length, room, scale) {
  const at = room / 2 - middle * scale;
  return length * scale <= room ? (room - length * scale) / 2 : Math.min(0, Math.max(room - length * scale, at));
}

/** Two fingers, a touchpad's pinch, or the button. @param {() => State} now @param {() => void} redraw */
export function listenTo(now, redraw) {
  const stage = $("stage");
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  let apart = 0;
  /** @param {number} factor @param {number} clientX @param {number} clientY */
  const zoom = (factor, clientX, clientY) => {
    const { reading } = now();
    const box = $("frame").getBoundingClientRect();
    if (!reading?.size || !stage.classList.contains("cropped")) return;
    const [width, height] = reading.size;
    const shown = stage.getBoundingClientRect();
    const scale = box.width / width;
    const w = Math.max(width / CLOSEST, Math.min(width, shown.width / scale / factor)), h = (w * shown.height) / shown.width;
    const [px, py] = [(clientX - box.x) / scale, (clientY - box.y) / scale];
    const x = px - ((clientX - shown.x) / shown.width) * w, y = py - ((clientY - shown.y) / shown.height) * h;
    chosen = { of: reading, part: { x: Math.max(0, Math.min(width - w, x)), y: Math.max(0, Math.min(Math.max(0, height - h), y)), w, h } };
    redraw();
  };
  stage.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => { if (e.pointerType === "touch") fingers.set(e.pointerId, e); apart = 0; });
  stage.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => {
    if (!fingers.has(e.pointerId)) return;
    fingers.set(e.pointerId, e);
    if (fingers.size !== 2) return;
    const [a, b] = [...fingers.values()];
    const now_ = Math.hypot(a.x - b.x, a.y - b.y);
    if (apart) zoom(now_ / apart, (a.x + b.x) / 2, (a.y + b.y) / 2);
    apart = now_;
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) stage.addEventListener(name, (/** @type {PointerEvent} */ e) => { fingers.delete(e.pointerId); apart = 0; });
  stage.addEventListener("wheel", (/** @type {WheelEvent} */ e) => { if (e.ctrlKey) { e.preventDefault(); zoom(Math.exp(-e.deltaY / 200), e.clientX, e.clientY); } }, { passive: false });
  const toggle = () => { whole = !(whole || chosen); chosen = null; redraw(); };
  $("whole").addEventListener("click", toggle);
  stage.addEventListener("click", (/** @type {MouseEvent} */ e) => { if (stage.classList.contains("cropped") && !(/** @type {Element} */ (e.target)).closest("g")) toggle(); });
  new ResizeObserver(() => redraw()).observe(document.body);
}
