// Memory of large arrays.

/** Nobody listens at the other end, so that what is sent is dropped. */
const nowhere = new MessageChannel();
nowhere.port2.close();

/**
 * Give memory back at once: a collector that comes by later lets thirty photos pile up. Arrays are sent away and not
 * shrunk, because a browser keeps the bytes of those that it made itself (pixels of a canvas, messages) until then.
 * @param {(ArrayBufferView | undefined)[]} arrays that nobody reads again
 */
export function free(arrays) {
  for (const one of arrays) if (one?.byteLength) nowhere.port1.postMessage(null, [/** @type {ArrayBuffer} */ (one.buffer)]);
}

/** True if something failed for want of memory, as browsers and Python say it. @param {unknown} error */
export const isWantOfMemory = (error) => /memory|RangeError/i.test(String(error));
