// The picture with its tiles marked: names on it, doubtful ones in another colour, those of a fan lit.
import { $, shape } from "./dom.js";
import { hand } from "./hand.js";
import { pick } from "./editor.js";
import { tileName } from "./tiles.js";
import { lang } from "./words.js";

let url = null;

export function show(blob) {
  if (url) URL.revokeObjectURL(url);
  url = blob ? URL.createObjectURL(blob) : null;
  const photo = $("photo");
  photo.hidden = !blob;
  if (blob) photo.src = url;
  $("empty").hidden = Boolean(blob) || !$("video").hidden;
  if (!blob) $("marks").replaceChildren();
}

export function mark(lit = []) {
  const on = new Set(lit.map((t) => t.id));
  const marks = $("marks");
  const size = hand.reading?.size;
  if (!size) { marks.replaceChildren(); return; }
  marks.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  marks.setAttribute("preserveAspectRatio", "xMidYMid meet");
  marks.replaceChildren(...hand.tiles.filter((t) => t.box).map((t) => markOf(t, on.has(t.id))));
}

function markOf(t, lit) {
  const [x1, y1, x2, y2] = t.box;
  const look = [t.zone === "other" && "other", t.doubt && "doubtful", lit && "lit"].filter(Boolean).join(" ");
  const size = Math.max(Math.min(x2 - x1, y2 - y1) * 0.42, 6);
  const text = shape("text", { x: (x1 + x2) / 2, y: y1 - size * 0.2, "font-size": size, class: "name" });
  text.textContent = t.zone === "other" ? "" : lang === "en" ? t.tile : tileName(t.tile);
  const group = shape("g", {}, shape("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, class: `mark ${look}` }), text);
  group.addEventListener("click", () => pick(t));
  return group;
}
