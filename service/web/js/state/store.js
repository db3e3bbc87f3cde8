// The one place that holds what the page knows: events go in, a new state comes out, views are notified.

/** @import { Event, State } from "./types" */

/**
 * @param {(state: State, event: Event) => State} reduce
 * @param {State} first
 */
export function createStore(reduce, first) {
  let state = first;
  /** @type {Set<(state: State, before: State) => void>} */
  const listeners = new Set();
  return {
    get state() { return state; },
    /** @param {Event} event */
    send(event) {
      const before = state;
      state = reduce(state, event);
      if (state !== before) for (const listener of listeners) listener(state, before);
    },
    /** @param {(state: State, before: State) => void} listener */
    watch(listener) { listeners.add(listener); },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
