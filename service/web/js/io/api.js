// The service, in the language of the page. A problem is thrown with its sentence.
import { lang, say } from "../views/words.js";
import { pause, rest } from "./patience.js";

/** What went wrong, in a sentence for the player; `status` is 0 where the service was not reached at all. */
export class Problem extends Error {
  /** @param {string} text @param {number} status @param {string} [type] @param {{ line: number | null, says: string }[]} [mistakes] those of a house file */
  constructor(text, status, type = "", mistakes = []) {
    super(text);
    this.status = status;
    this.type = type;
    this.mistakes = mistakes;
  }
}

/** True on a page that no service stands behind: a folder of files. */
export const alone = () => document.documentElement?.dataset.alone !== undefined;

/** @param {unknown} error @returns {string} */
export const sentence = (error) => (error instanceof Problem ? error.message : say("went_wrong"));

/** @typedef {RequestInit & { secret?: string, repeatable?: boolean }} Asked `secret` is one of the table that the path names; what is `repeatable` may be carried out twice. */

/** The tables that this phone keeps by itself, after their first use. @type {typeof import("./tables.js") | null} */
export let ownTables = null;
export const tables = async () => (ownTables ??= await import("./tables.js"));
/** @param {string} path */
const ofTables = (path) => path.startsWith("v1/tables");

/** @param {string} path @param {Asked} [options] @returns {Promise<any>} */
async function ask(path, options = {}) {
  const kept = ofTables(path) && await (await tables()).answered(path, typeof options.body === "string" ? JSON.parse(options.body) : null);
  return kept ? kept.answer : askService(path, options);
}

/** @param {string} path @param {Asked} [options] @returns {Promise<any>} */
async function askService(path, options = {}) {
  const response = await patiently(path, options);
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Problem(answer?.detail ?? answer?.title ?? say("went_wrong"), response.status, answer?.type, answer?.mistakes);
  if (answer === null) throw new Problem(say(navigator.onLine ? "not_reached" : "offline"), 0); // broken off, or the page of some network that asks to sign in
  return answer;
}

/** The answer; where the service says when to come back, the one that it has then. @param {string} path @param {Asked} [options] */
async function patiently(path, options = {}) {
  const repeatable = options.repeatable ?? !options.method;
  for (let tries = 1; ; tries += 1) {
    const response = await fetched(path, options);
    if (response.ok) return response;
    const { type = "" } = await response.clone().json().catch(() => ({}));
    const seconds = pause({ status: response.status, after: response.headers.get("retry-after"), type, repeatable, tries });
    if (seconds === null) return response;
    await rest(seconds, options.signal);
  }
}

/**
 * Where the service asks for a key, its user is asked for it, once for all that waits.
 * @param {string} path @param {Asked} [options] @param {boolean} [again] @returns {Promise<Response>}
 */
async function fetched(path, options = {}, again = true) {
  const url = new URL(path, document.baseURI);
  url.searchParams.set("lang", lang());
  const key = localStorage.getItem("key");
  const { secret } = options;
  const headers = { ...options.headers, ...(key ? { authorization: `Bearer ${key}` } : {}), ...(secret ? { "x-table-secret": secret } : {}) };
  let response;
  if (alone()) throw new Problem(say("offline"), 0); // no service stands behind this page
  try {
    response = await fetch(url, { ...options, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(say(navigator.onLine ? "not_reached" : "offline"), 0);
  }
  if (response.status !== 401 || !again) return response;
  if (localStorage.getItem("key") === key) {
    const typed = window.prompt(say("key"))?.trim();
    if (!typed) return response;
    localStorage.setItem("key", typed);
  }
  return fetched(path, options, false);
}

/** A file of the service, as an address in the browser: a plain link could carry neither key nor secret. @param {string} path @param {string} [secret] */
export async function fileAt(path, secret) {
  const kept = ofTables(path) && await (await tables()).file(path);
  if (kept) return URL.createObjectURL(kept);
  const response = await patiently(path, { secret });
  if (!response.ok) throw new Problem(say("went_wrong"), response.status);
  return URL.createObjectURL(await response.blob());
}

/** A file of the service, saved by the browser under a name. @param {string} path @param {string} name @param {string} [secret] */
export async function save(path, name, secret) {
  const url = await fileAt(path, secret);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** All rule sets in short: a folder of files has the service's answer as a file. */
export const listing = () => (alone() ? fetch(new URL(`rules.${lang()}.json`, document.baseURI)).then((response) => response.json(), () => { throw new Problem(say("offline"), 0); }) : get("v1/rules"));

/** What has a key of its own is counted once, however often it comes. @param {string} method @returns {(path: string, body: any, secret?: string, signal?: AbortSignal) => Promise<any>} */
const sending = (method) => (path, body, secret, signal) => ask(path, {
  method, secret, signal, repeatable: Boolean(body.key), headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});
/** @param {string} path @param {string} [secret] */
export const get = (path, secret) => ask(path, { secret });
export const post = sending("POST");
export const put = sending("PUT");
/** A table that this phone kept, sent to the service: it takes it once, however often it comes. @param {string} path @param {unknown} log @param {string} secret */
export const sendOwn = (path, log, secret) => askService(path, { method: "PUT", secret, repeatable: true, headers: { "content-type": "application/json" }, body: JSON.stringify(log) });

/** @param {Blob[]} pictures of one scene @param {AbortSignal} signal */
export function read(pictures, signal) {
  const [picture] = pictures;
  if (pictures.length === 1) return ask("v1/read", { method: "POST", headers: { "content-type": picture.type || "image/jpeg" }, body: picture, signal });
  const body = new FormData();
  for (const one of pictures) body.append("photo", one);
  return ask("v1/read", { method: "POST", body, signal });
}

/** @param {string} path @param {string} [secret] */
export function socket(path, secret) {
  const url = new URL(path, document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("lang", lang());
  const key = localStorage.getItem("key");
  return new WebSocket(url, ["paiyan.live", ...(key ? [`paiyan.key.${key}`] : []), ...(secret ? [`paiyan.table.${secret}`] : [])]);
}
