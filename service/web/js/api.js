// The service, in the language of the page. A problem is thrown with its sentence.
import { lang, say } from "./words.js";

export class Problem extends Error {
  constructor(about, status) {
    super(about.detail ?? about.title ?? `HTTP ${status}`);
    this.type = about.type ?? "";
    this.status = status;
  }
}

async function ask(path, options = {}) {
  const response = await fetched(path, options);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(answer, response.status);
  return answer;
}

// Where the service asks for a key, its user is asked for it, once for all that waits.
async function fetched(path, options = {}, again = true) {
  const url = new URL(path, document.baseURI);
  url.searchParams.set("lang", lang);
  const key = localStorage.getItem("key");
  const headers = { ...options.headers, ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const response = await fetch(url, { ...options, headers });
  if (response.status !== 401 || !again) return response;
  if (localStorage.getItem("key") === key) {
    const told = window.prompt(say("key"))?.trim();
    if (!told) return response;
    localStorage.setItem("key", told);
  }
  return fetched(path, options, false);
}

// A file of the service, saved by the browser under a name; a plain link could not carry the key.
export async function save(path, name) {
  const url = URL.createObjectURL(await (await fetched(path)).blob());
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const send = (method) => (path, body) => ask(path, {
  method, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});
export const get = (path) => ask(path);
export const post = send("POST");
export const put = send("PUT");

export function read(picture) {
  return ask("v1/read", { method: "POST", headers: { "content-type": picture.type || "image/jpeg" }, body: picture });
}

export function socket(path) {
  const url = new URL(path, document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("lang", lang);
  const key = localStorage.getItem("key");
  return new WebSocket(url, ["paiyan.live", ...(key ? [`paiyan.key.${key}`] : [])]);
}
