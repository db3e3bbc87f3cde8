// When a request that was deferred is sent again: a few times, each later than the last, and not by all phones at once.

const TRIES = 5;
const LONGEST = 8; // seconds: a longer wait is shown to the player
const REFUSED = /^urn:paiyan:problem:(busy|too-often)$/;

/**
 * Seconds until an answer is worth asking for again; null where it is as it is.
 * What was refused before anything was done may be sent again; what else failed only where twice is as good as once.
 * @param {{ status: number, after: string | null, type: string, repeatable: boolean, tries: number }} answer `after` is its Retry-After, `tries` how often it was asked for
 * @param {() => number} [random]
 */
export function pause({ status, after, type, repeatable, tries }, random = Math.random) {
  const retryAfter = Number(after || NaN);
  if ((status !== 503 && status !== 429) || !(retryAfter >= 0) || retryAfter > LONGEST || tries >= TRIES) return null;
  if (!repeatable && !REFUSED.test(type)) return null;
  return Math.max(retryAfter, 0.5) * tries * (1 + random());
}

/** @type {Set<(waits: boolean) => void>} */
const listeners = new Set();
let waiting = 0;

/** Hear when something waits to be sent again, and when nothing does any more. @param {(waits: boolean) => void} listener */
export const watch = (listener) => listeners.add(listener);

/** @param {number} by */
function count(by) {
  waiting += by;
  for (const listener of listeners) listener(waiting > 0);
}

/** So many seconds, unless the request is not wanted any more. @param {number} seconds @param {AbortSignal | null} [signal] */
export async function rest(seconds, signal) {
  count(1);
  try {
    await new Promise((done, fail) => {
      const stop = () => { clearTimeout(timer); fail(signal?.reason); };
      const timer = setTimeout(() => { signal?.removeEventListener("abort", stop); done(undefined); }, 1000 * seconds);
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    });
  } finally {
    count(-1);
  }
}
