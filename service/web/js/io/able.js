// What this browser lacks, in a sentence that says what works all the same.
import { isWantOfMemory } from "../phone/buffers.js";
import { alone, tables } from "./api.js";
import { say } from "../views/words.js";
import "../views/words_evening.js";

/** A module that works on several numbers at once, as the networks do: a browser that knows no such module refuses it. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** True if Python can run here: without it nothing is scored unless a service does. */
const runs = () => typeof WebAssembly === "object" && typeof DecompressionStream === "function";

/** True if networks can. */
const sees = () => WebAssembly.validate(SIMD) && typeof OffscreenCanvas === "function";

/** Why no photo is read. @param {string} failure by what failed */
export function whyNotRead(failure) {
  if (!runs()) return say("too_old");
  if (!sees()) return say("too_old_to_read");
  return say(isWantOfMemory(failure) ? "little_memory" : alone() ? "not_fetched" : "offline");
}

/** What a page without a service lacks here; empty where it lacks nothing. */
export async function lacks() {
  if (!runs()) return say("too_old");
  if (!await (await tables()).canKeep()) return say("keeps_nothing");
  if (!navigator.serviceWorker || !await filesAreKept()) return say("keeps_no_files");
  return sees() ? "" : say("too_old_to_read");
}

const filesAreKept = () => globalThis.caches?.keys().then(() => true, () => false) ?? false;
