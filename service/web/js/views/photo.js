// The picture with its tiles marked: names on it, doubtful ones in another colour, those of a fan lit.
import { crop, listenTo } from "./crop.js";
import { $, shape } from "./dom.js";
import { tileMark } from "./tiles.js";
import { say } from "./words.js";
import { onLook } from "../io/engine.js";

/** @import { HandTile, State } from "../state/types" */
/** @import { Store } from "../state/store.js" */

/** @type {{ number: number, url: string } | null} */
let shown = null;

/** Where the photo that is shown can be fetched from; empty where none is. */
export const pictureUrl = () => shown?.url ?? "";

/** @param {Store} store @param {(number: number) => Blob | null} blobOf the picture of a photo's number */
export function photoView(store, blobOf) {
  const bar = /** @type {HTMLProgressElement} */ ($("progress").querySelector("progress"));
  const words = /** @type {HTMLElement} */ ($("progress").firstElementChild);
  onLook(({ looks, share }) => {
    words.dataset.say = looks ? "progress" : "reader_comes";
    words.textContent = say(words.dataset.say);
    if (looks > 1) bar.value = share;
    else bar.removeAttribute("value");
  });
  listenTo(() => store.state, () => crop(store.state, Boolean(shown)));
  const draw = () => {
    picture(store.state, blobOf);
    marks(store);
    crop(store.state, Boolean(shown));
    const { photo } = store.state;
    $("progress").hidden = photo.status !== "reading";
    $("failed").hidden = photo.status !== "failed";
    $("why-failed").textContent = photo.problem;
  };
  store.watch((now, before) => {
    if (now.photo !== before.photo || now.hand !== before.hand || now.lit !== before.lit || now.selected !== before.selected || now.reading !== before.reading || now.glimpse !== before.glimpse) draw();
  });
  return draw;
}

/** @param {State} state @param {(number: number) => Blob | null} blobOf */
function picture(state, blobOf) {
  const number = state.photo.status === "none" ? 0 : state.photo.number;
  const blob = number ? blobOf(number) : null;
  if ((blob && shown?.number === number) || (!blob && !shown)) return;
  if (shown) URL.revokeObjectURL(shown.url);
  shown = blob ? { number, url: URL.createObjectURL(blob) } : null;
  $("photo").hidden = !shown;
  if (shown) $("photo").src = shown.url;
  else $("photo").removeAttribute("src");
  $("empty").hidden = Boolean(shown) || !$("video").hidden;
}

/** @param {Store} store */
function marks(store) {
  const { photo, reading, hand, lit, selected, glimpse } = store.state;
  const place = $("marks");
  const looking = Boolean(shown) || !$("video").hidden;
  const has = hand.tiles.length > 0;
  for (const [name, is] of /** @type {const} */ ([["looked", looking && has], ["typed", has && !looking], ["blank", !has && !looking]])) document.body.classList.toggle(name, is);
  const seen = photo.status === "reading" ? glimpse : null, size = seen?.size ?? reading?.size;
  if (!size || !looking) { place.replaceChildren(); return; }
  place.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  place.setAttribute("preserveAspectRatio", "xMidYMid meet");
  if (seen) place.replaceChildren(...seen.tiles.map(({ tile, box }) => drawn(box, tileMark(tile), "")));
  else place.replaceChildren(...hand.tiles.filter((t) => t.box).map((t) => markOf(store, t, lit.includes(t.id), selected.includes(t.id))));
}

/** @param {Store} store @param {HandTile} t @param {boolean} lit @param {boolean} selected */
function markOf(store, t, lit, selected) {
  const look = [t.zone === "other" && "other", t.doubt && "doubtful", lit && "lit", selected && "selected"].filter(Boolean).join(" ");
  const group = drawn(/** @type {number[]} */ (t.box), t.zone === "other" ? "" : tileMark(t.tile), look);
  group.addEventListener("click", () => store.send({ type: "selected", ids: store.state.selected.includes(t.id) ? [] : [t.id] }));
  return group;
}

/** A box on the picture with the mark of its tile. @param {number[]} box @param {string} mark @param {string} look */
function drawn([x1, y1, x2, y2], mark, look) {
  const size = Math.max(Math.min(x2 - x1, y2 - y1) * (mark.length > 1 && mark > "\u2fff" ? 0.36 : 0.42), 6);
  const text = shape("text", { x: (x1 + x2) / 2, y: y1 - size * 0.2, "font-size": size, class: "name" });
  text.textContent = mark;
  return shape("g", {}, shape("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, class: `mark ${look}` }), text);
}
