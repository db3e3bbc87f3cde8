// All that touches pixels on the way from a photo to a hand: what vision/pixels.py does with OpenCV on a server.
//
// A picture is upright, blue green red. Each function gives what OpenCV gives, within one grey value for nearly all
// pixels; a test holds both sides together.

import { free } from "./buffers.js";

/** @typedef {{ w: number, h: number, d: Uint8Array, made: WeakRef<Uint8Array>[] }} Picture `d` has three bytes a pixel, row by row; `made` are those of all pictures of a photo */
/** @typedef {number[]} Box corners: x1, y1, x2, y2 */
/** @typedef {number[][]} Affine two rows of three */
/** @typedef {{ scale: number, left: number, top: number, width: number, height: number }} Frame */
/** @typedef {{ confidence: number, iou: number, contained: number }} Thresholds */

const GREY = 114;
const CROP_SIDE = 64;
const CROP_MARGIN = 0.12;
/** What is shown of a box, in its sizes. */
export const SHOWN = 1 + 2 * CROP_MARGIN;
const SHRUNK_BY_AREA = 0.7;
const PRINT_SIDE = 16;
const GROUND = 0.6;
const GROUND_PIXELS = 16;
const FACE_SIDE = 48;
const STEEP = 0.97;
const PRINT = 0.45;
const RED = 0.4;
const STRIDE = 32;
const CODES = 46;
const HINT = 0.02;
const COMPARED_WIDTH = 160;
const CHANGED_BY = 18;
const MOST_TREMBLE = 4;

/** @param {number} v @param {number} low @param {number} high */
const clamp = (v, low, high) => (v < low ? low : v > high ? high : v);

/** Halves go to the even number, as in Python. @param {number} v */
export function rounded(v) {
  const r = Math.round(v);
  return r - v === 0.5 && r % 2 !== 0 ? r - 1 : r;
}

/** A black picture. @param {number} w @param {number} h @param {Picture["made"]} made where it is counted in @returns {Picture} */
export function blank(w, h, made = []) {
  const d = new Uint8Array(3 * w * h);
  made.push(new WeakRef(d));
  return { w, h, d, made };
}

/** Give back the memory of all pictures of a photo. @param {Picture["made"]} made */
export const freeAll = (made) => free(made.splice(0).map((one) => one.deref()));

/** Put rows of a canvas into a picture. @param {Picture} into @param {number} first row @param {Uint8ClampedArray} rgba */
export function putRows(into, first, rgba) {
  for (let p = 0, at = 3 * first * into.w; p < rgba.length; p += 4, at += 3) {
    into.d[at] = rgba[p + 2];
    into.d[at + 1] = rgba[p + 1];
    into.d[at + 2] = rgba[p];
  }
}

/** A picture at a half, a quarter or an eighth of its size. @param {Picture} from @param {number} part @returns {Picture} */
export function reduced(from, part) {
  const out = blank(Math.ceil(from.w / part), Math.ceil(from.h / part), from.made);
  for (let y = 0, at = 0; y < out.h; y += 1) {
    const y2 = Math.min((y + 1) * part, from.h);
    for (let x = 0; x < out.w; x += 1, at += 3) {
      const x2 = Math.min((x + 1) * part, from.w);
      let b = 0, g = 0, r = 0;
      for (let v = y * part; v < y2; v += 1) {
        for (let u = x * part, p = 3 * (v * from.w + u); u < x2; u += 1, p += 3) { b += from.d[p]; g += from.d[p + 1]; r += from.d[p + 2]; }
      }
      const n = (y2 - y * part) * (x2 - x * part);
      out.d[at] = (b + n / 2) / n;
      out.d[at + 1] = (g + n / 2) / n;
      out.d[at + 2] = (r + n / 2) / n;
    }
  }
  return out;
}

/** @param {Picture} from @param {number} x @param {number} y @param {number} w @param {number} h @returns {Picture} */
export function cutOut(from, x, y, w, h) {
  const out = blank(w, h, from.made);
  for (let row = 0; row < h; row += 1) {
    const at = 3 * ((y + row) * from.w + x);
    out.d.set(from.d.subarray(at, at + 3 * w), 3 * row * w);
  }
  return out;
}

/**
 * Which pixels of an axis each new one is made of: those from `from[i]` to `from[i + 1]` of `source`, by `weight`.
 * @typedef {{ from: Int32Array, source: Int32Array, weight: Float32Array }} Axis
 */

/** @param {[number, number][][]} parts @returns {Axis} */
function axisOf(parts) {
  const all = parts.flat();
  const from = new Int32Array(parts.length + 1);
  parts.forEach((some, i) => { from[i + 1] = from[i] + some.length; });
  return { from, source: Int32Array.from(all, ([s]) => s), weight: Float32Array.from(all, ([, w]) => w) };
}

/** Means over areas, `n` pixels brought to `m` fewer, each `by` times as large. @param {number} n @param {number} m @param {number} by @returns {Axis} */
function areas(n, m, by) {
  const scale = 1 / by;
  return axisOf(Array.from({ length: m }, (_, i) => {
    const begin = i * scale, end = begin + scale, cell = Math.min(scale, n - begin);
    let last = Math.min(Math.floor(end), n - 1);
    const first = Math.min(Math.ceil(begin), last);
    last = Math.max(last, first);
    /** @type {[number, number][]} */
    const parts = [];
    if (first - begin > 1e-3) parts.push([first - 1, (first - begin) / cell]);
    for (let k = first; k < last; k += 1) parts.push([k, 1 / cell]);
    if (end - last > 1e-3) parts.push([last, Math.min(end - last, 1, cell) / cell]);
    return parts;
  }));
}

/** Between two neighbours, by where each new pixel's middle lies. @param {number} n @param {number} m @param {(i: number) => number} place */
function between(n, m, place) {
  return axisOf(Array.from({ length: m }, (_, i) => {
    let at = place(i), k = Math.floor(at);
    if (k < 0) { k = 0; at = 0; }
    if (k >= n - 1) { k = n - 1; at = k; }
    const share = at - k;
    return share ? [[k, 1 - share], [k + 1, share]] : [[k, 1]];
  }));
}

/** @param {number} n @param {number} m @param {number} by */
const linear = (n, m, by) => between(n, m, (i) => (i + 0.5) * (1 / by) - 0.5);

/** What OpenCV makes of areas where pixels grow. @param {number} n @param {number} m @param {number} by */
const grown = (n, m, by) => between(n, m, (i) => {
  const k = Math.floor(i * (1 / by)), share = Math.fround(i + 1 - (k + 1) * by);
  return k + (share <= 0 ? 0 : share - Math.floor(share));
});

/** @type {Map<string, Axis>} */
const known = new Map();
/** @typedef {(n: number, m: number, by: number) => Axis} Way */
/** @param {Way} how @param {number} n @param {number} m @param {number} by */
function axis(how, n, m, by) {
  const name = `${how.name} ${n} ${m} ${by}`;
  let one = known.get(name);
  if (!one) {
    if (known.size > 400) known.clear();
    known.set(name, one = how(n, m, by));
  }
  return one;
}

/** @param {Picture} from @param {number} w @param {number} h @param {boolean} averaged over areas, or taken between neighbours @param {[number, number]} by how many times as wide and as high @returns {Picture} */
export function resized(from, w, h, averaged = true, by = [w / from.w, h / from.h]) {
  if (w === from.w && h === from.h) return from;
  if (averaged && from.w === 2 * w && from.h === 2 * h) return halved(from, w, h);
  if (!averaged || w > from.w || h > from.h) return interpolated(from, w, h, averaged ? grown : linear, by);
  const X = axis(areas, from.w, w, by[0]), Y = axis(areas, from.h, h, by[1]), out = blank(w, h, from.made), { d } = from;
  const row = new Float32Array(3 * w), sum = new Float32Array(3 * w);
  let made = -1;
  /** One row of the picture, brought to the new width. @param {number} y */
  const shrink = (y) => {
    if (y === made) return;
    made = y;
    const start = 3 * y * from.w;
    for (let i = 0, at = 0; i < w; i += 1, at += 3) {
      let b = 0, g = 0, r = 0;
      for (let k = X.from[i]; k < X.from[i + 1]; k += 1) {
        const p = start + 3 * X.source[k], share = X.weight[k];
        b += d[p] * share; g += d[p + 1] * share; r += d[p + 2] * share;
      }
      row[at] = b; row[at + 1] = g; row[at + 2] = r;
    }
  };
  for (let j = 0; j < h; j += 1) {
    sum.fill(0);
    for (let k = Y.from[j]; k < Y.from[j + 1]; k += 1) {
      shrink(Y.source[k]);
      const share = Y.weight[k];
      for (let i = 0; i < row.length; i += 1) sum[i] += row[i] * share;
    }
    const at = 3 * j * w;
    for (let i = 0; i < sum.length; i += 1) out.d[at + i] = rounded(sum[i]);
  }
  return out;
}

/** Pixels between neighbours, in whole numbers as OpenCV does it: shares of 2048, of which the lowest bits are dropped. @param {Picture} from @param {number} w @param {number} h @param {Way} how @param {[number, number]} by */
function interpolated(from, w, h, how, by) {
  const X = axis(how, from.w, w, by[0]), Y = axis(how, from.h, h, by[1]), out = blank(w, h, from.made), { d } = from;
  /** @param {Axis} one @param {number} i */
  const shares = (one, i) => Array.from(one.weight.subarray(one.from[i], one.from[i + 1]), (share) => rounded(2048 * share));
  const across = Array.from({ length: w }, (_, i) => shares(X, i));
  /** @type {Map<number, Int32Array>} */
  const rows = new Map();
  /** One row of the picture, brought to the new width. @param {number} y */
  const row = (y) => {
    let made = rows.get(y);
    if (made) return made;
    if (rows.size > 1) rows.delete(Math.min(...rows.keys()));
    made = new Int32Array(3 * w);
    for (let i = 0; i < w; i += 1) {
      for (let c = 0; c < 3; c += 1) {
        let sum = 0;
        across[i].forEach((share, k) => { sum += share * d[3 * (y * from.w + X.source[X.from[i] + k]) + c]; });
        made[3 * i + c] = sum >> 4;
      }
    }
    rows.set(y, made);
    return made;
  };
  for (let j = 0, at = 0; j < h; j += 1) {
    const [one, other = 0] = shares(Y, j), first = Y.source[Y.from[j]];
    const above = row(first), below = other ? row(first + 1) : above;
    for (let i = 0; i < 3 * w; i += 1, at += 1) out.d[at] = (((one * above[i]) >> 16) + ((other * below[i]) >> 16) + 2) >> 2;
  }
  return out;
}

/** @param {Picture} from @param {number} w @param {number} h */
function halved(from, w, h) {
  const out = blank(w, h, from.made), { d } = from, next = 3 * from.w;
  for (let y = 0, at = 0; y < h; y += 1) {
    for (let x = 0, p = 2 * y * next; x < w; x += 1, p += 6, at += 3) {
      for (let c = 0; c < 3; c += 1) out.d[at + c] = (d[p + c] + d[p + c + 3] + d[p + c + next] + d[p + c + next + 3] + 2) >> 2;
    }
  }
  return out;
}

/** The picture through an affine map, from its pixels to those that are shown. Beyond its edge it is grey, or its last pixels go on. @param {Picture} from @param {Affine} map @param {number} w @param {number} h @param {boolean} goesOn @returns {Picture} */
export function warped(from, [[a, b, c], [e, f, g]], w, h, goesOn = false) {
  const by = a * f - b * e, ia = f / by, ib = -b / by, ie = -e / by, ig = a / by;
  const out = blank(w, h, from.made), { d } = from;
  /** @param {number} x @param {number} y @param {number} channel */
  const pixel = (x, y, channel) => {
    if (goesOn) return d[3 * (clamp(y, 0, from.h - 1) * from.w + clamp(x, 0, from.w - 1)) + channel];
    return x < 0 || y < 0 || x >= from.w || y >= from.h ? GREY : d[3 * (y * from.w + x) + channel];
  };
  for (let y = 0, at = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1, at += 3) {
      const u = ia * (x - c) + ib * (y - g), v = ie * (x - c) + ig * (y - g);
      const x0 = Math.floor(u), y0 = Math.floor(v), right = u - x0, low = v - y0;
      if (x0 >= 0 && y0 >= 0 && x0 < from.w - 1 && y0 < from.h - 1) {
        const p = 3 * (y0 * from.w + x0), q = p + 3 * from.w;
        for (let k = 0; k < 3; k += 1) {
          const above = d[p + k] + (d[p + k + 3] - d[p + k]) * right, below = d[q + k] + (d[q + k + 3] - d[q + k]) * right;
          out.d[at + k] = above + (below - above) * low + 0.5;
        }
      } else {
        for (let k = 0; k < 3; k += 1) {
          const above = pixel(x0, y0, k) * (1 - right) + pixel(x0 + 1, y0, k) * right;
          const below = pixel(x0, y0 + 1, k) * (1 - right) + pixel(x0 + 1, y0 + 1, k) * right;
          out.d[at + k] = above * (1 - low) + below * low + 0.5;
        }
      }
    }
  }
  return out;
}

/** @param {Picture} from @param {number} across @param {number} down @returns {Picture} */
export function framed(from, across, down) {
  const out = blank(from.w + 2 * across, from.h + 2 * down, from.made);
  out.d.fill(GREY);
  for (let y = 0; y < from.h; y += 1) out.d.set(from.d.subarray(3 * y * from.w, 3 * (y + 1) * from.w), 3 * ((y + down) * out.w + across));
  return out;
}

/** Turned by quarters against the clock. @param {Picture} from @param {number} quarters @returns {Picture} */
export function rotated(from, quarters) {
  if (!quarters) return from;
  const { w, h, d } = from, out = quarters % 2 ? blank(h, w, from.made) : blank(w, h, from.made);
  for (let y = 0, at = 0; y < out.h; y += 1) {
    for (let x = 0; x < out.w; x += 1, at += 3) {
      const u = quarters === 1 ? w - 1 - y : quarters === 2 ? w - 1 - x : y;
      const v = quarters === 1 ? x : quarters === 2 ? h - 1 - y : h - 1 - x;
      const p = 3 * (v * w + u);
      out.d[at] = d[p]; out.d[at + 1] = d[p + 1]; out.d[at + 2] = d[p + 2];
    }
  }
  return out;
}

/** A byte as a share, in 32 bits: halves of lightness fall to the same side as OpenCV's. */
const SHARE = Float32Array.from({ length: 256 }, (_, i) => i * Math.fround(1 / 255));

/** @param {Picture} from @param {string} tone @returns {Picture} */
export function toned(from, tone) {
  if (tone === "as it is") return from;
  const out = blank(from.w, from.h, from.made);
  if (tone === "inverted") {
    for (let i = 0; i < out.d.length; i += 1) out.d[i] = 255 - from.d[i];
    return out;
  }
  if (tone !== "dark for light") throw new Error(`there is no tone ${tone}`);
  // In hue, lightness and saturation, as bytes with hue in 180 steps: the lightness is turned round.
  for (let i = 0; i < out.d.length; i += 3) {
    const b = SHARE[from.d[i]], g = SHARE[from.d[i + 1]], r = SHARE[from.d[i + 2]];
    const most = Math.max(b, g, r), least = Math.min(b, g, r), spread = Math.fround(most - least), light = Math.fround(most + least) / 2;
    let hue = 0, rich = 0;
    if (spread > 1e-7) {
      rich = Math.fround(spread / (light < 0.5 ? Math.fround(most + least) : Math.fround(Math.fround(2 - most) - least)));
      const degrees = Math.fround(60 / spread);
      const [one, other, from0] = most === r ? [g, b, 0] : most === g ? [b, r, 120] : [r, g, 240];
      hue = Math.fround(Math.fround(Math.fround(one - other) * degrees) + from0);
      if (hue < 0) hue = Math.fround(hue + 360);
    }
    const H = (rounded(hue / 2) % 180) / 30, L = 1 - rounded(Math.fround(light * 255)) / 255, S = rounded(Math.fround(rich * 255)) / 255;
    const high = L <= 0.5 ? L * (1 + S) : L + S - L * S, low = 2 * L - high;
    /** @param {number} t */
    const channel = (t) => {
      const x = (t + 6) % 6;
      return x < 1 ? low + (high - low) * x : x < 3 ? high : x < 4 ? low + (high - low) * (4 - x) : low;
    };
    out.d[i] = rounded(255 * channel(H - 2));
    out.d[i + 1] = rounded(255 * channel(H));
    out.d[i + 2] = rounded(255 * channel(H + 2));
  }
  return out;
}

/** Height and width of the smallest input that shows a picture. @param {Picture} from @param {number} size @returns {[number, number]} */
export function inputShape(from, size) {
  const scale = size / Math.max(from.w, from.h);
  /** @param {number} side */
  const fit = (side) => Math.max(Math.ceil(rounded(side * scale) / STRIDE), 1) * STRIDE;
  return [fit(from.h), fit(from.w)];
}

/** The picture centred on grey, as the network takes it: three planes, red green blue, 0 to 1. @param {Picture} from @param {[number, number]} shape @param {Float32Array} [used] planes that are free again @returns {{ planes: Float32Array, frame: Frame }} */
export function letterbox(from, [high, wide], used) {
  const scale = Math.min(high / from.h, wide / from.w);
  const w = Math.max(rounded(from.w * scale), 1), h = Math.max(rounded(from.h * scale), 1);
  const small = resized(from, w, h, scale < 1);
  const left = (wide - w) >> 1, top = (high - h) >> 1, n = wide * high;
  const planes = (used?.length === 3 * n ? used : new Float32Array(3 * n)).fill(GREY / 255);
  for (let y = 0, p = 0; y < h; y += 1) {
    for (let x = 0, q = (top + y) * wide + left; x < w; x += 1, p += 3, q += 1) {
      planes[q] = small.d[p + 2] / 255;
      planes[n + q] = small.d[p + 1] / 255;
      planes[2 * n + q] = small.d[p] / 255;
    }
  }
  return { planes, frame: { scale, left, top, width: from.w, height: from.h } };
}

/** The network's raw head (4 + 46, n) as boxes of the picture, one for each tile. @param {Float32Array} head @param {number} n @param {Frame} frame @param {Thresholds} thresholds */
export function boxesOf(head, n, frame, thresholds) {
  /** @type {{ box: Box, codes: Float32Array, score: number }[]} */
  const sure = [];
  /** @type {Box[]} */
  const hints = [];
  const least = Math.min(HINT, thresholds.confidence);
  for (let i = 0; i < n; i += 1) {
    let there = 0;
    for (let c = 4; c < 4 + CODES; c += 1) there += head[c * n + i];
    if (there < least) continue;
    const box = [-1, -1, 1, 1].map((way, k) => {
      const side = k % 2, middle = head[side * n + i], shift = side ? frame.top : frame.left, edge = side ? frame.height : frame.width;
      return Math.fround(clamp((middle + (way * head[(2 + side) * n + i]) / 2 - shift) / frame.scale, 0, edge));
    });
    if (!(box[2] - box[0] > 1 && box[3] - box[1] > 1)) continue;
    hints.push(box);
    if (there < thresholds.confidence) continue;
    const codes = new Float32Array(CODES);
    for (let c = 0; c < CODES; c += 1) codes[c] = clamp(head[(4 + c) * n + i], 0, 1);
    sure.push({ box, codes, score: scoreOf(codes) });
  }
  sure.sort((one, other) => other.score - one.score);
  /** @type {typeof sure} */
  const kept = [];
  for (const one of sure) if (!kept.some((other) => oneTile(one.box, other.box, thresholds))) kept.push(one);
  return { boxes: kept.map((one) => one.box), codes: kept.map((one) => Array.from(one.codes)), hints };
}

/** How surely a box shows a tile, and one kind of tile alone: all flowers are one kind, and a red five is a five. @param {Float32Array} codes */
function scoreOf(codes) {
  const all = codes.reduce((sum, p) => sum + p, 0);
  const kinds = Array.from(codes.subarray(0, 34));
  [4, 13, 22].forEach((five, red) => { kinds[five] += codes[42 + red]; });
  const flowers = codes.subarray(34, 42).reduce((sum, p) => sum + p, 0);
  return Math.min(all, 1) * Math.max(...kinds, flowers, codes[45]) / Math.max(all, 1e-12);
}

/** @param {Box} one @param {Box} other @param {Thresholds} thresholds */
function oneTile(one, other, { iou, contained }) {
  const shared = Math.max(Math.min(one[2], other[2]) - Math.max(one[0], other[0]), 0) * Math.max(Math.min(one[3], other[3]) - Math.max(one[1], other[1]), 0);
  const area = (one[2] - one[0]) * (one[3] - one[1]), its = (other[2] - other[0]) * (other[3] - other[1]);
  return shared > iou * (area + its - shared) || shared > contained * Math.min(area, its);
}

/** What the namer sees of boxes: a square of each, blue green red. @param {Picture} from @param {Box[]} boxes */
export function crops(from, boxes) {
  const each = 3 * CROP_SIDE * CROP_SIDE, out = new Uint8Array(boxes.length * each);
  boxes.forEach((box, at) => out.set(cropOf(from, box).d, at * each));
  return out;
}

/** @param {Picture} from @param {Box} box */
function cropOf(from, [left, top, right, bottom]) {
  const wide = (right - left) * SHOWN, high = (bottom - top) * SHOWN;
  const x = (left + right - wide) / 2, y = (top + bottom - high) / 2;
  const x1 = Math.max(Math.trunc(x), 0), y1 = Math.max(Math.trunc(y), 0);
  const x2 = Math.min(Math.trunc(x + wide) + 2, from.w), y2 = Math.min(Math.trunc(y + high) + 2, from.h);
  let part = cutOut(from, x1, y1, x2 - x1, y2 - y1);
  const shrink = Math.min(CROP_SIDE / wide, CROP_SIDE / high);
  if (shrink < SHRUNK_BY_AREA) {
    const [bx, by] = [wide, high].map((side) => Math.max(shrink, Math.min((SHRUNK_BY_AREA * CROP_SIDE) / side, 1)));
    part = resized(part, Math.max(rounded((x2 - x1) * bx), 1), Math.max(rounded((y2 - y1) * by), 1));
  }
  const across = ((CROP_SIDE / wide) * (x2 - x1)) / part.w, down = ((CROP_SIDE / high) * (y2 - y1)) / part.h;
  const map = [[across, 0, ((x1 - x) * CROP_SIDE) / wide], [0, down, ((y1 - y) * CROP_SIDE) / high]];
  return warped(part, map, CROP_SIDE, CROP_SIDE, true);
}

const LINEAR = Float64Array.from({ length: 256 }, (_, i) => (i <= 0.04045 * 255 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4));

/** Lightness and both tints of a colour as bytes. @param {number} blue @param {number} green @param {number} red @returns {[number, number, number]} */
export function lab(blue, green, red) {
  const r = LINEAR[red], g = LINEAR[green], b = LINEAR[blue];
  /** @param {number} t */
  const root = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const Y = 0.212671 * r + 0.71516 * g + 0.072169 * b;
  const x = root((0.412453 * r + 0.35758 * g + 0.180423 * b) / 0.950456), y = root(Y), z = root((0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.088754);
  const light = Y > 0.008856 ? 116 * y - 16 : 903.3 * Y;
  return [rounded((light * 255) / 100), clamp(rounded(500 * (x - y) + 128), 0, 255), clamp(rounded(200 * (y - z) + 128), 0, 255)];
}

/** The mean of both middle ones of an even number of values. @param {ArrayLike<number>} values */
function middle(values) {
  const ranked = Float64Array.from(values).sort(), half = ranked.length >> 1;
  return ranked.length % 2 ? ranked[half] : (ranked[half - 1] + ranked[half]) / 2;
}

/** How a face is printed on, in brightness and in tint (2, 16, 16), of mean 0 and length 1 together. @param {Picture} face */
export function print(face) {
  const n = PRINT_SIDE, small = resized(face, n, n), out = new Float32Array(2 * n * n);
  const all = Array.from({ length: n * n }, (_, i) => lab(small.d[3 * i], small.d[3 * i + 1], small.d[3 * i + 2]));
  const inside = all.filter((_, i) => i % n > 2 && i % n < n - 3 && i > 3 * n - 1 && i < n * (n - 3));
  const [L, A, B] = [0, 1, 2].map((k) => middle(inside.map((one) => one[k])));
  all.forEach(([l, a, b], i) => { out[i] = Math.abs(l - L); out[n * n + i] = Math.hypot(Math.abs(a - A), Math.abs(b - B)); });
  for (const plane of [out.subarray(0, n * n), out.subarray(n * n)]) {
    const mean = plane.reduce((sum, v) => sum + v, 0) / plane.length;
    for (let i = 0; i < plane.length; i += 1) plane[i] -= mean;
  }
  const length = Math.sqrt(out.reduce((sum, v) => sum + v * v, 0)) + 1e-3;
  return out.map((v) => v / length);
}

/** How well what boxes show fits a print for each, turned by none to three quarters against the clock. @param {Picture} from @param {Box[]} boxes @param {Float32Array[]} models @returns {number[][]} */
export function waysUp(from, boxes, models) {
  const n = PRINT_SIDE;
  return boxes.map((box, at) => {
    const shown = print(cropOf(from, box)), model = models[at], fits = [0, 0, 0, 0];
    for (let y = 0; y < n; y += 1) {
      for (let x = 0; x < n; x += 1) {
        // Against the clock, what comes to (x, y) was at these places before.
        const places = [y * n + x, x * n + (n - 1 - y), (n - 1 - y) * n + (n - 1 - x), (n - 1 - x) * n + y];
        for (const plane of [0, n * n]) {
          const weight = model[plane + y * n + x];
          for (let q = 0; q < 4; q += 1) fits[q] += shown[plane + places[q]] * weight;
        }
      }
    }
    return fits;
  });
}

/** The middle colour of the inside of each box in Lab, and how its brightness varies. @param {Picture} from @param {Box[]} boxes */
export function groundColours(from, boxes) {
  /** @type {number[][]} */
  const colours = [];
  /** @type {number[]} */
  const uneven = [];
  for (const [left, top, right, bottom] of boxes) {
    const half = [(GROUND * (right - left)) / 2, (GROUND * (bottom - top)) / 2], at = [(left + right) / 2, (top + bottom) / 2];
    const [x1, y1, x2, y2] = [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]].map(rounded);
    const x = clamp(x1, 0, from.w - 1), y = clamp(y1, 0, from.h - 1);
    const w = Math.min(Math.max(x2, x + 1), from.w) - x, h = Math.min(Math.max(y2, y + 1), from.h) - y;
    const { d } = resized(cutOut(from, x, y, w, h), GROUND_PIXELS, GROUND_PIXELS);
    const all = Array.from({ length: GROUND_PIXELS ** 2 }, (_, i) => lab(d[3 * i], d[3 * i + 1], d[3 * i + 2]));
    const light = all.map(([l]) => l), mean = light.reduce((sum, v) => sum + v, 0) / light.length;
    colours.push([0, 1, 2].map((k) => middle(all.map((one) => one[k]))));
    uneven.push(Math.sqrt(light.reduce((sum, v) => sum + (v - mean) ** 2, 0) / light.length));
  }
  return { colours, uneven };
}

/** The middle value of each box's brightest channel. @param {Picture} from @param {Box[]} boxes */
export function brightness(from, boxes) {
  return boxes.map((box) => {
    const [x1, y1, x2, y2] = box.map(Math.trunc);
    /** @type {number[]} */
    const most = [];
    const left = clamp(x1, 0, from.w - 1), right = Math.min(Math.max(x2, left), from.w - 1), top = clamp(y1, 0, from.h - 1);
    for (let y = top; y <= Math.min(Math.max(y2, top), from.h - 1); y += 1) {
      for (let x = left, p = 3 * (y * from.w + x); x <= right; x += 1, p += 3) most.push(Math.max(from.d[p], from.d[p + 1], from.d[p + 2]));
    }
    return middle(most);
  });
}

/** The share of each box's print that is red: of the pixels that are least like its middle colour. @param {Picture} from @param {Box[]} boxes */
export function redInk(from, boxes) {
  return boxes.map((box) => {
    const [x1, y1, x2, y2] = box.map(Math.trunc), across = Math.floor((x2 - x1) / 8), down = Math.floor((y2 - y1) / 8);
    /** @type {number[][]} */
    const colours = [];
    for (let y = Math.max(y1 + down, 0); y < Math.min(y2 - down, from.h); y += 1) {
      for (let x = Math.max(x1 + across, 0), p = 3 * (y * from.w + x); x < Math.min(x2 - across, from.w); x += 1, p += 3) colours.push([from.d[p], from.d[p + 1], from.d[p + 2]]);
    }
    if (!colours.length) return 0;
    const face = [0, 1, 2].map((k) => middle(colours.map((one) => one[k])));
    const unlike = colours.map((one) => Math.max(...one.map((value, k) => Math.abs(value - face[k]))));
    const strongest = [...unlike].sort((a, b) => a - b)[Math.floor((98 * (unlike.length - 1)) / 100)];
    const print = colours.filter((_, i) => unlike[i] >= PRINT * strongest);
    return print.filter(([blue, green, red]) => red - green > RED * red && red > blue).length / print.length;
  });
}

/** The share of pixels that are not grey, among some 200 across and down. @param {Picture} from */
export function colouredShare(from) {
  const across = Math.max(Math.floor(from.w / 200), 1), down = Math.max(Math.floor(from.h / 200), 1);
  let all = 0, coloured = 0;
  for (let y = 0; y < from.h; y += down) {
    for (let x = 0; x < from.w; x += across) {
      const p = 3 * (y * from.w + x), b = from.d[p], g = from.d[p + 1], r = from.d[p + 2];
      all += 1;
      if (Math.max(b, g, r) - Math.min(b, g, r) >= 4) coloured += 1;
    }
  }
  return coloured / all;
}

/** The brightness of each pixel. @param {Picture} from */
const greyOf = (from) => Uint8Array.from({ length: from.w * from.h }, (_, i) => (1868 * from.d[3 * i] + 9617 * from.d[3 * i + 1] + 4899 * from.d[3 * i + 2] + 8192) >> 14);

/** How steep the edges in each box are, all brought to one size; tiny ones are left out. @param {Picture} from @param {Box[]} boxes */
export function steepness(from, boxes) {
  /** @type {number[]} */
  const out = [];
  for (const box of boxes) {
    const [x1, y1, x2, y2] = box.map(Math.trunc), x = Math.max(x1, 0), y = Math.max(y1, 0);
    const w = Math.min(x2 + 1, from.w) - x, h = Math.min(y2 + 1, from.h) - y;
    if (Math.min(w, h) < 4) continue;
    const scale = FACE_SIDE / Math.min(w, h);
    const face = resized(cutOut(from, x, y, w, h), rounded(w * scale), rounded(h * scale), scale < 1, [scale, scale]);
    const grey = greyOf(face);
    /** @param {number} step @param {number} toX @param {number} toY */
    const steps = (step, toX, toY) => {
      const found = new Uint8Array((toX - 2) * (toY - 2));
      for (let v = 2, at = 0; v < toY; v += 1) for (let u = 2; u < toX; u += 1, at += 1) found[at] = Math.abs(grey[v * face.w + u + step] - grey[v * face.w + u]);
      return steep(found.sort());
    };
    out.push(Math.min(steps(face.w, face.w - 2, face.h - 3), steps(1, face.w - 3, face.h - 2)));
  }
  return out;
}

/** @param {Uint8Array} ranked */
function steep(ranked) {
  const rank = STEEP * (ranked.length - 1), below = Math.trunc(rank);
  return ranked[below] + (ranked[Math.min(below + 1, ranked.length - 1)] - ranked[below]) * (rank - below);
}

/** The share of pixels in each part that are as white as can be; empty parts are left out. @param {Picture} from @param {Box[]} parts */
export function whiteShares(from, parts) {
  /** @type {number[]} */
  const out = [];
  for (const [left, top, right, bottom] of parts) {
    const x1 = Math.max(left, 0), y1 = Math.max(top, 0), x2 = Math.min(right, from.w), y2 = Math.min(bottom, from.h);
    let white = 0;
    for (let y = y1; y < y2; y += 1) for (let x = x1, p = 3 * (y * from.w + x); x < x2; x += 1, p += 3) if (Math.min(from.d[p], from.d[p + 1], from.d[p + 2]) >= 252) white += 1;
    if (x2 > x1 && y2 > y1) out.push(white / ((x2 - x1) * (y2 - y1)));
  }
  return out;
}

/** @typedef {{ w: number, h: number, d: Uint8Array }} Grey brightness, row by row */

/** A frame reduced for comparison with another: grey, and a little blurred. @param {Picture} from @returns {Grey} */
export function compared(from) {
  const w = COMPARED_WIDTH, h = Math.max(rounded((from.h * w) / from.w), 1);
  const grey = greyOf(resized(from, w, h)), across = new Uint16Array(w * h), d = new Uint8Array(w * h);
  /** Beyond an edge the pixels come again in the other direction. @param {number} v @param {number} n */
  const inside = (v, n) => (n === 1 ? 0 : v < 0 ? -v : v >= n ? 2 * n - 2 - v : v);
  for (let y = 0, i = 0; y < h; y += 1) for (let x = 0; x < w; x += 1, i += 1) across[i] = grey[y * w + inside(x - 1, w)] + 2 * grey[i] + grey[y * w + inside(x + 1, w)];
  for (let y = 0, i = 0; y < h; y += 1) for (let x = 0; x < w; x += 1, i += 1) d[i] = (across[inside(y - 1, h) * w + x] + 2 * across[i] + across[inside(y + 1, h) * w + x] + 8) >> 4;
  return { w, h, d };
}

/**
 * The step between two reduced frames: how far the whole shifted, and the share of the rest that changed. Where more
 * than `moving` changed, the shift of a trembling hand is looked for, by whole pixels and then by parts of one.
 * @param {Grey} before @param {Grey} now @param {number} moving
 */
export function motionBetween(before, now, moving) {
  if (before.w !== now.w || before.h !== now.h) return { changed: 1, x: 0, y: 0 };
  let best = { changed: changedShare(before, now, 0, 0, 0), x: 0, y: 0 };
  if (best.changed <= moving || Math.min(now.w, now.h) <= 2 * MOST_TREMBLE) return best;
  /** @param {number} x @param {number} y */
  const attempt = (x, y) => {
    if (Math.max(Math.abs(x), Math.abs(y)) > MOST_TREMBLE) return;
    const changed = changedShare(before, now, x, y, MOST_TREMBLE);
    if (changed < best.changed) best = { changed, x, y };
  };
  for (let y = -MOST_TREMBLE; y <= MOST_TREMBLE; y += 1) for (let x = -MOST_TREMBLE; x <= MOST_TREMBLE; x += 1) attempt(x, y);
  for (const step of [0.5, 0.25]) {
    const { x, y } = best;
    for (const v of [-step, 0, step]) for (const u of [-step, 0, step]) attempt(x + u, y + v);
  }
  return best;
}

/** The share of pixels that changed once the first frame is shifted, a change of the whole light evened out. @param {Grey} before @param {Grey} now @param {number} x @param {number} y @param {number} rim pixels at the edges that are left out */
function changedShare(before, now, x, y, rim) {
  const { w, h } = now, u = Math.floor(-x), v = Math.floor(-y), right = -x - u, low = -y - v, counts = new Uint32Array(511);
  for (let row = rim; row < h - rim; row += 1) {
    for (let column = rim; column < w - rim; column += 1) {
      const x0 = clamp(column + u, 0, w - 1), x1 = Math.min(x0 + 1, w - 1), y0 = w * clamp(row + v, 0, h - 1), y1 = Math.min(y0 + w, w * (h - 1));
      const above = before.d[y0 + x0] * (1 - right) + before.d[y0 + x1] * right, below = before.d[y1 + x0] * (1 - right) + before.d[y1 + x1] * right;
      counts[255 + now.d[row * w + column] - Math.floor(above * (1 - low) + below * low + 0.5)] += 1;
    }
  }
  const all = (w - 2 * rim) * (h - 2 * rim);
  let usual = 0;
  for (let seen = counts[0]; 2 * seen < all; seen += counts[usual]) usual += 1;
  let same = 0;
  for (let step = Math.max(usual - CHANGED_BY, 0); step <= Math.min(usual + CHANGED_BY, 510); step += 1) same += counts[step];
  return 1 - same / all;
}
