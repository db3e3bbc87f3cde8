// Memory of large arrays.

/** Give memory back at once: a collector that comes by later lets ten photos pile up. @param {(ArrayBufferView | undefined)[]} arrays that nobody reads again */
export function free(arrays) {
  for (const one of arrays) /** @type {any} */ (one?.buffer)?.transfer?.(0);
}

/** True if something failed for want of memory, as browsers and Python say it. @param {unknown} error */
export const isWantOfMemory = (error) => /memory|RangeError/i.test(String(error));
