// Calls functions of the page's pixels for tests/page/test_pixels.py: what is asked is read from the input, results are flat rows.
import { readFileSync } from "node:fs";
import * as pixels from "../../service/web/js/phone/pixels.js";

const { picture, calls } = JSON.parse(readFileSync(0, "utf8"));
const held = { ...picture, d: Uint8Array.from(picture.d), made: [] };

const ask = {
  boxesOf: ([head, ...more]) => { const { boxes, codes, hints } = pixels.boxesOf(Float32Array.from(head), ...more); return [boxes, codes, hints].flat(2); },
  letterbox: ([shape]) => Array.from(pixels.letterbox(held, shape).planes, (v) => 255 * v),
  compared: () => Array.from(pixels.compared(held).d),
  motionBetween: ([before, now, moving]) => { const { changed, x, y } = pixels.motionBetween(before, now, moving); return [changed, x, y]; },
  waysUp: ([boxes, models]) => pixels.waysUp(held, boxes, models.map((model) => Float32Array.from(model))).flat(),
  groundColours: ([boxes]) => { const { colours, uneven } = pixels.groundColours(held, boxes); return [...colours.flat(), ...uneven]; },
};
const flat = (made) => (typeof made === "number" ? [made] : Array.from(made.d ?? made));
console.log(JSON.stringify(calls.map(({ name, arguments: given }) => (ask[name] ? ask[name](given) : flat(pixels[name](held, ...given))))));
