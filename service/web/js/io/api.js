// The service, in the language of the page. A problem is thrown with its sentence.
import { lang, say } from "../views/words.js";

/** What went wrong, in a sentence for the player; `status` is 0 where the service was not reached at all. */
export class Problem extends Error {
  /** @param {string} text @param {number} status @param {string} [type] */
  constructor(text, status, type = "") {
    super(text);
    this.status = status;
    this.type = type;
  }
}

/** @param {unknown} error @returns {string} */
export const sentence = (error) => (error instanceof Problem ? error.message : say("went_wrong"));

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
async function ask(path, options = {}) {
  const response = await fetched(path, options);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(answer.detail ?? answer.title ?? say("went_wrong"), response.status, answer.type);
  return answer;
}

/**
 * Where the service asks for a key, its user is asked for it, once for all that waits.
 * @param {string} path @param {RequestInit} [options] @param {boolean} [again] @returns {Promise<Response>}
 */
async function fetched(path, options = {}, again = true) {
  const url = new URL(path, document.baseURI);
  url.searchParams.set("lang", lang());
  const key = localStorage.getItem("key");
  const headers = { ...options.headers, ...(key ? { authorization: `Bearer ${key}` } : {}) };
  let response;
  try {
    response = await fetch(url, { ...options, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(say("offline"), 0);
  }
  if (response.status !== 401 || !again) return response;
  if (localStorage.getItem("key") === key) {
    const told = window.prompt(say("key"))?.trim();
    if (!told) return response;
    localStorage.setItem("key", told);
  }
  return fetched(path, options, false);
}

/** A file of the service, saved by the browser under a name; a plain link could not carry the key. @param {string} path @param {string} name */
export async function save(path, name) {
  const url = URL.createObjectURL(await (await fetched(path)).blob());
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {string} method */
const sending = (method) => (/** @type {string} */ path, /** @type {unknown} */ body) => ask(path, {
  method, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});
/** @param {string} path */
export const get = (path) => ask(path);
export const post = sending("POST");
export const put = sending("PUT");

/** @param {Blob} picture @param {AbortSignal} signal */
export function read(picture, signal) {
  return ask("v1/read", { method: "POST", headers: { "content-type": picture.type || "image/jpeg" }, body: picture, signal });
}

/** @param {string} path */
export function socket(path) {
  const url = new URL(path, document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("lang", lang());
  const key = localStorage.getItem("key");
  return new WebSocket(url, ["paiyan.live", ...(key ? [`paiyan.key.${key}`] : [])]);
}
