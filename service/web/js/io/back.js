// The browser's Back: it closes what lies on top, then goes to the view before, and never out of an evening.
//
// One entry of the history stands before the page's own, while there is something to go back to. It is added after
// a tap or a key, since browsers skip entries without one.

let armed = false;
let leaving = false; // an entry that is not wanted any more is on its way out

/** @type {() => boolean} */
let wanted = () => false;

/** Add the entry, or take it away, as there is something to go back to. */
function settle() {
  if (leaving || armed === wanted()) return;
  if (armed) {
    leaving = true;
    armed = false;
    history.back();
    return;
  }
  armed = true;
  history.replaceState({ base: true }, "", location.href);
  history.pushState({ back: true }, "", location.href);
}

/**
 * `step` goes back by one and says whether it did; `more` tells whether there is anything to go back to.
 * @param {() => boolean} more @param {() => boolean} step
 */
export function watch(more, step) {
  wanted = more;
  let address = location.href;
  addEventListener("popstate", ({ state }) => {
    if (!state?.base) { armed = false; return; } // another address: a link to a table, to rules or to a hand
    const there = address;
    history.replaceState(history.state, "", there); // the address is the page's, not that of the entry
    if (leaving) { leaving = false; settle(); return; }
    if (!armed) { settle(); return; }
    armed = false;
    step();
    settle();
  });
  for (const name of ["click", "keyup", "close"]) document.addEventListener(name, () => setTimeout(() => { address = location.href; settle(); }), true);
  armed = Boolean(history.state?.back);
}

/** What was done by itself may have closed or opened something. */
export const changed = () => setTimeout(settle);
