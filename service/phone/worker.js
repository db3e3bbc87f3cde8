// The service worker of the site: a phone has one whole version of the page, until a player takes the next one.
//
// FILES names each file of a version with the SHA-256 of its bytes; `paiyan.service.site` writes it. Files are kept by
// that hash and nothing else is given out, so that no page is ever made of two versions, not even while a host is
// being updated. A new version is fetched beside the old one, of which it takes what has not changed; it waits until
// no page of the old one is open, or the only one asks for it.

/** @type {Record<string, string>} */
const FILES = {}; // path: SHA-256; written when the site is made
const ENGINE = /^engine\/[0-9a-f]{16}\//; // large: fetched once it is wanted, and then with each new version
const BINARY = /\.wasm\.packed$/;
const CHOSEN = /\/ort[^/]*(webgpu|asyncify)/; // fetched only by who chose it
const PAGES = "paiyan-site-page", LARGE = "paiyan-site-engine";
const SHARED = "paiyan-shared"; // a photo that another app handed over, until the page takes it
const BEFORE = /^paiyan-(\d+|engine-\d+)$/; // kept by versions that did not name files by their hash
const AT_ONCE = 6; // files that are fetched side by side
const TRIES = 3; // of a download that is cut
const AGAIN = 1000; // milliseconds until it goes on

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const here = new URL(worker.registration.scope);
const isLarge = (/** @type {string} */ path) => ENGINE.test(path);
const nameOf = (/** @type {string} */ path) => new URL(`kept/${FILES[path]}`, here).href;
const cacheOf = (/** @type {string} */ path) => caches.open(isLarge(path) ? LARGE : PAGES);

/** @param {ArrayBuffer} bytes */
async function sha256(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetch a file; if the connection is cut, go on where it was, or from the start where the host gives no parts. @param {string} path */
async function download(path) {
  /** @type {Uint8Array[]} */
  let parts = [];
  let begun = false; // what never begins, as without a network, is not tried again
  for (let tries = 1; ; tries += 1) {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    try {
      const response = await fetch(new URL(path, here), { cache: "no-cache", headers: size ? { range: `bytes=${size}-` } : {} });
      if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
      begun = true;
      if (response.status !== 206) parts = [];
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
      return { response, bytes: await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer(), resumed: response.status === 206 };
    } catch (error) {
      if (tries === TRIES || !begun) throw error;
      await new Promise((done) => { setTimeout(done, AGAIN); });
    }
  }
}

/** Fetch a file of this version and keep it; another one in its place, or part of it, is an error. @param {string} path */
async function fetched(path) {
  let got = await download(path);
  let hash = await sha256(got.bytes);
  if (got.resumed && hash !== FILES[path]) { // the host changed it meanwhile, or packs what it sends
    got = await download(path);
    hash = await sha256(got.bytes);
  }
  if (hash !== FILES[path]) throw new Error(`${path} is not of this version`);
  const headers = new Headers(got.response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name); // of what was sent, not of these bytes
  const kept = BINARY.test(path) ? unpacked(got.bytes) : new Response(got.bytes, { headers });
  const cache = await cacheOf(path);
  await cache.put(nameOf(path), kept);
  return /** @type {Response} */ (await cache.match(nameOf(path)));
}

/** A binary as it was before it was packed: a browser keeps what it compiled of a response that is given out so. @param {ArrayBuffer} bytes */
function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
}

const keptOrFetched = async (/** @type {string} */ path) => await (await cacheOf(path)).match(nameOf(path)) ?? fetched(path);

/** Keep all files that are not kept yet: what a download that was cut short has left is not fetched again. @param {string[]} paths */
async function keepAll(paths) {
  const left = [...paths];
  const keepNext = async () => { for (let path = left.pop(); path !== undefined; path = left.pop()) await keptOrFetched(path); };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
}

async function install() {
  const paths = Object.keys(FILES);
  await keepAll(paths.filter((path) => !isLarge(path)));
  const hasEngine = (await (await caches.open(LARGE)).keys()).length > 0;
  if (hasEngine) await keepAll(paths.filter((path) => isLarge(path) && !CHOSEN.test(path)));
}

async function activate() {
  const names = new Set(Object.keys(FILES).map(nameOf));
  for (const cache of await Promise.all([PAGES, LARGE].map((name) => caches.open(name)))) {
    for (const { url } of await cache.keys()) if (!names.has(url)) await cache.delete(url);
  }
  await Promise.all((await caches.keys()).filter((name) => BEFORE.test(name)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A photo shared from the gallery: kept for the page, which is opened and reads it. @param {Request} request */
async function takeShared(request) {
  const file = (await request.formData()).get("photo");
  if (file instanceof Blob) await caches.open(SHARED).then((cache) => cache.put("photo", new Response(file)));
  return Response.redirect("./?shared", 303);
}

/** Take over for the page that asks, if no other page of the old version is open; else say that there is one. @param {MessagePort} port */
async function takeOver(port) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length <= 1) await worker.skipWaiting();
  port.postMessage({ taken: pages.length <= 1 });
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => event.waitUntil(takeOver(event.ports[0])));
worker.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (!url.href.startsWith(here.href)) return;
  const path = decodeURIComponent(url.pathname.slice(here.pathname.length)) || "index.html";
  if (request.method === "POST" && path === "share") event.respondWith(takeShared(request));
  else if (request.method === "GET" && Object.hasOwn(FILES, path)) event.respondWith(keptOrFetched(path));
});
