// A link for another phone: shared, copied, or scanned; and a warning where only this computer can open it.
import { isLoopback } from "../state/request.js";
import { alone } from "../io/api.js";
import { make, notice } from "./dom.js";
import { say } from "./words.js";

/** @param {string} url */
export async function share(url) {
  if (navigator.share) await navigator.share({ title: "Paiyan 牌眼", url }).catch(() => {});
  else await navigator.clipboard?.writeText(url).then(() => notice(say("copied"), true)).catch(() => {});
}

/** The link to scan and to read. @param {string} link @param {string} picture @param {string} [id] */
export const linked = (link, picture, id) => [
  make("img", { class: "qr", alt: link, src: picture }), make("p", {}, make("code", { id }, link)),
  ...(isLoopback(new URL(link).hostname) ? [make("p", { class: "doubt", "data-only-here": "" }, say(alone() ? "only_here_alone" : "only_here"))] : [])];
