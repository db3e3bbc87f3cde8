// What the state asks of the world: rules, readings and scores are fetched, and what comes back is an event.
import { get, post, Problem, read, sentence } from "./io/api.js";
import * as engine from "./io/engine.js";
import { keep } from "./io/saved.js";
import { shrunk } from "./io/photo.js";
import { requestOf } from "./state/request.js";
import { lang, say } from "./views/words.js";

/** @import { Store } from "./state/store.js" */

const SAVED = 300; // milliseconds after the last change
const AGAIN = 5000; // milliseconds until a service that was not reached is tried again: browsers do not tell when it is back

/** @param {Store} store @param {(number: number) => Blob | null} photoOf @param {() => boolean} original whether photos are sent as they were taken */
export function runEffects(store, photoOf, original) {
  /** @type {AbortController | null} */
  let reading = null;
  let asked = -1;
  let asking = new AbortController();
  /** What rules were asked for, in which language. */
  let fetching = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let saving;

  async function look() {
    const { number } = store.state.photo;
    const blob = photoOf(number);
    reading?.abort();
    if (!blob) { store.send({ type: "photo cancelled", number }); return; }
    const mine = new AbortController();
    reading = mine;
    try {
      const sent = original() ? blob : await shrunk(blob);
      store.send({ type: "reading arrived", number, reading: await read(sent, mine.signal) });
    } catch (error) {
      if (!mine.signal.aborted) store.send({ type: "reading failed", number, problem: sentence(error) });
    }
  }

  async function learn() {
    const { wanted, house } = store.state.rules;
    const mine = `${wanted} ${lang()}`;
    if (fetching === mine) return;
    fetching = mine;
    try {
      const rules = await (house ? post("v1/rules", { house }) : get(`v1/rules/${wanted}`));
      if (fetching === mine) store.send({ type: "rules arrived", rules });
    } catch (error) {
      store.send({ type: "rules failed", id: wanted, problem: sentence(error) });
      if (unreached(error)) soon().then(() => { if (store.state.rules.wanted === wanted && store.state.rules.known?.id !== wanted) learn(); });
    } finally {
      if (fetching === mine) fetching = "";
    }
  }

  async function ask() {
    const { revision } = store.state;
    const anew = asked !== revision;
    asked = revision;
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const request = requestOf(store.state);
    if (!request) return;
    if (anew) store.send({ type: "asked", revision });
    try {
      store.send({ type: "answer arrived", revision, answer: await answered(request, signal) });
    } catch (error) {
      if (signal.aborted) return;
      store.send({ type: "answer refused", revision, problem: sentence(error) });
      if (unreached(error)) soon().then(() => { if (!signal.aborted) ask(); });
    }
  }

  store.watch((now, before) => {
    if (now.photo !== before.photo) {
      if (now.photo.status === "reading" && now.photo.number !== before.photo.number) look();
      else if (now.photo.status !== "reading" && before.photo.status === "reading" && now.photo.number !== before.photo.number) reading?.abort();
    }
    if (now.rules.wanted !== before.rules.wanted && now.rules.known?.id !== now.rules.wanted) learn();
    if (now.revision !== asked) ask();
    clearTimeout(saving);
    saving = setTimeout(() => keep(store.state), SAVED);
  });
  addEventListener("pagehide", () => keep(store.state));
  addEventListener("online", () => store.send({ type: "connection changed", online: true }));
  addEventListener("offline", () => store.send({ type: "connection changed", online: false }));

  return {
    look,
    /** Rules and their names, in the language that is shown. */
    async begin() {
      const listing = get("v1/rules").then((listed) => store.send({ type: "rules listed", listed }));
      await Promise.allSettled([listing, learn()]);
      ask();
      await listing;
    },
  };
}

/** @param {unknown} error */
const unreached = (error) => error instanceof Problem && error.status === 0;

/** When the service may be there again: the network is back, or some time has passed. @returns {Promise<void>} */
function soon() {
  return new Promise((done) => {
    const back = () => { clearTimeout(timer); removeEventListener("online", back); done(); };
    const timer = setTimeout(back, AGAIN);
    addEventListener("online", back);
  });
}

/** The service's answer; without a network the one of the scorer in the browser, where it is there. @param {unknown} request @param {AbortSignal} signal */
async function answered(request, signal) {
  try {
    return await post("v1/score", request, undefined, signal);
  } catch (error) {
    if (!unreached(error) || !engine.ready()) throw error;
    return engine.score(request, lang()).catch((/** @type {Error} */ wrong) => { throw new Problem(wrong.message || say("went_wrong"), 422); });
  }
}
