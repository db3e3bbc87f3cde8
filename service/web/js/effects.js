// What the state asks of the world: rules, readings and scores are fetched, and what comes back is an event.
import { alone, get, listing, post, Problem, sentence } from "./io/api.js";
import * as engine from "./io/engine.js";
import { readPhoto } from "./io/phone.js";
import { keep } from "./io/saved.js";
import { burstOf, isHeic, shrunk } from "./io/photo.js";
import { outcome, pending, requestsOf } from "./state/doubts.js";
import { requestOf } from "./state/request.js";
import { lang, say } from "./views/words.js";

/** @import { Store } from "./state/store.js" */

const AT_ONCE = 6; // open questions whose answers are scored beforehand, until enough are found that matter
const ENOUGH = 3; // that are shown at a time
const SAVED = 300; // milliseconds after the last change
const AGAIN = 5000; // milliseconds until a service that was not reached is tried again: browsers do not tell when it is back

/** @param {Store} store @param {(number: number) => Blob | null} photoOf @param {() => boolean} original whether photos are sent as they were taken */
export function runEffects(store, photoOf, original) {
  /** @type {AbortController | null} */
  let reading = null;
  let requested = -1;
  let asking = new AbortController();
  /** The rules that are being fetched, and their language. */
  let fetching = "";
  let again = false; // they are fetched again later
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let saving;

  async function look() {
    const { number } = store.state.photo;
    const blob = photoOf(number);
    reading?.abort();
    if (!blob) { store.send({ type: "photo cancelled", number }); return; }
    const controller = new AbortController();
    reading = controller;
    try {
      const sent = async () => Promise.all(burstOf(blob).map((one) => (original() ? one : shrunk(one))));
      const glimpsed = (/** @type {import("./state/types").Glimpse} */ glimpse) => store.send({ type: "glimpse arrived", number, glimpse });
      store.send({ type: "reading arrived", number, reading: await readPhoto(blob, sent, controller.signal, glimpsed) });
    } catch (error) {
      const heic = isHeic(blob) && error instanceof Problem && error.status >= 400 && error.status < 500;
      if (!controller.signal.aborted) store.send({ type: "reading failed", number, problem: heic ? say("heic") : sentence(error) });
    }
  }

  async function learn() {
    const { wanted, house } = store.state.rules;
    const key = `${wanted} ${lang()}`;
    if (fetching === key) return;
    fetching = key;
    try {
      const rules = await orOffline(house ? post("v1/rules", { house }) : get(`v1/rules/${wanted}`), () => engine.rules(house ? { house } : { rules: wanted }, lang()));
      if (fetching === key) store.send({ type: "rules arrived", rules });
    } catch (error) {
      store.send({ type: "rules failed", id: wanted, problem: sentence(error) });
      if (unreached(error) && !again) soon().then(() => {
        again = false;
        if (alone() && store.state.hand.tiles.length) engine.begin();
        if (store.state.rules.known?.id !== store.state.rules.wanted) learn();
      });
      again ||= unreached(error);
    } finally {
      if (fetching === key) fetching = "";
    }
  }

  async function list() {
    const language = lang();
    const listed = await orOffline(listing(), () => engine.catalogue(language));
    if (lang() === language) store.send({ type: "rules listed", listed });
  }

  async function ask() {
    const { revision } = store.state;
    const isNew = requested !== revision;
    requested = revision;
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const request = requestOf(store.state);
    if (!request) return;
    if (isNew) store.send({ type: "asked", revision });
    try {
      store.send({ type: "answer arrived", revision, answer: await answered(request, signal) });
    } catch (error) {
      if (signal.aborted) return;
      store.send({ type: "answer refused", revision, problem: sentence(error) });
      if (unreached(error)) soon().then(() => { if (!signal.aborted) ask(); });
    }
  }

  let weighing = new AbortController();
  /** Find the open questions that need no answer: those that every answer scores the same, as the hand was won here; and those that were not scored, as others come first. */
  async function weigh() {
    weighing.abort();
    weighing = new AbortController();
    const { signal } = weighing;
    const { state } = store;
    const open = pending(state);
    const moot = new Set(open.map(({ at }) => at));
    try {
      for (let from = 0, matter = 0; from < open.length && matter < ENOUGH; from += AT_ONCE) {
        const some = open.slice(from, from + AT_ONCE);
        const asks = some.map(({ question }) => requestsOf(state, question));
        const all = asks.flat().filter((request) => request !== null);
        const found = all.length ? await weighed(all, signal) : [];
        if (signal.aborted) return;
        let next = 0;
        const mattering = some.filter((_, n) => new Set(asks[n].map((request) => outcome(request && found[next++]))).size > 1);
        for (const { at } of mattering) moot.delete(at);
        matter += mattering.length;
      }
      store.send({ type: "questions weighed", revision: state.revision, moot: [...moot] });
    } catch {
      if (!signal.aborted) store.send({ type: "questions weighed", revision: state.revision, moot: [] }); // a needless question is better than a missing one
    }
  }

  store.watch((now, before) => {
    if (now.answer !== before.answer && now.answer.revision === now.revision && now.answer.status !== "asking" && pending(now).length) weigh();
    if (now.photo !== before.photo) {
      if (now.photo.status === "reading" && now.photo.number !== before.photo.number) look();
      else if (now.photo.status !== "reading" && before.photo.status === "reading" && now.photo.number !== before.photo.number) reading?.abort();
    }
    if (now.rules.wanted !== before.rules.wanted && now.rules.known?.id !== now.rules.wanted) learn();
    if (now.revision !== requested) ask();
    clearTimeout(saving);
    saving = setTimeout(() => keep(store.state), SAVED);
  });
  engine.whenReady(() => { // without a network it knows every rule set, also those never opened
    if (!store.state.rules.listed.length) list().catch(() => {});
    if (store.state.rules.known?.id !== store.state.rules.wanted) learn();
  });
  engine.whenBroken(() => { if (store.state.rules.known?.id !== store.state.rules.wanted) learn(); });
  addEventListener("pagehide", () => keep(store.state));
  addEventListener("online", () => store.send({ type: "connection changed", online: true }));
  addEventListener("offline", () => store.send({ type: "connection changed", online: false }));

  return {
    look,
    /** Rules and their names, in the language that is shown. */
    async begin() {
      const listing = list();
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

/** @param {unknown} request @param {AbortSignal} signal */
const answered = (request, signal) => orOffline(post("v1/score", request, undefined, signal), () => engine.score(request, lang()));

/** What each of some hands would come to. @param {unknown[]} requests @param {AbortSignal} signal @returns {Promise<any[]>} */
const weighed = (requests, signal) => orOffline(post("v1/batch", requests, undefined, signal).then(({ answers }) => answers),
  () => Promise.all(requests.map((one) => engine.score(one, lang()).catch((/** @type {Error} */ wrong) => ({ error: wrong.message })))));

/** What the service says; without a network what the scorer in the browser does, if it is there. @param {Promise<any>} request @param {() => Promise<any>} here */
async function orOffline(request, here) {
  try {
    return await request;
  } catch (error) {
    if (!unreached(error) || !engine.ready()) throw error;
    return here().catch((/** @type {Error} */ wrong) => { throw new Problem(wrong.message || say("went_wrong"), 422); });
  }
}
