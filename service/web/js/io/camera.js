// The live camera: frames are looked at one by one, the newest only, by the service or by the phone itself.
//
// The service reads them. The phone says how to hold it, and when the photo is to be taken: reading comes after that.
import { $, notice } from "../views/dom.js";
import { lang, say, inScript } from "../views/words.js";
import "../views/words_evening.js";
import { alone, socket } from "./api.js";
import * as engine from "./engine.js";
import { prepare, wanted } from "./phone.js";
import { keepBurst } from "./photo.js";

/** @import { HintReport } from "../state/answers" */
/** @import { Reading } from "../state/types" */
/** What a frame shows: a reading, where the service reads; `shoot` if the photo is to be taken now. @typedef {{ state: string, hint: HintReport | null, reading?: Reading, shoot?: boolean }} Sight */

const WIDTH = 1280;
/** @type {MediaStream | null} */
let stream = null;
/** @type {{ release(): void } | null | undefined} */
let awake = null;
/** @type {WebSocket | null} */
let line = null;
let waiting = false;

/** How often it was opened or stopped: what opens too late, after that, is closed at once. */
let opening = 0;

export const running = () => stream !== null;

/** @param {(sight: Sight) => void} onSight @returns {Promise<boolean>} whether it could be opened */
export async function start(onSight) {
  opening += 1;
  const latest = opening;
  try {
    const opened = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } } });
    if (latest !== opening) { for (const track of opened.getTracks()) track.stop(); return false; }
    stream = opened;
  } catch (error) {
    if (latest === opening) notice(say(lacking(error)));
    return false;
  }
  const video = $("video");
  video.srcObject = stream;
  video.hidden = false;
  await video.play().catch(() => {}); // it was stopped meanwhile
  if (latest !== opening) return false;
  const track = stream.getVideoTracks()[0];
  $("torch").hidden = !(/** @type {any} */ (track.getCapabilities?.())?.torch);
  const lock = await navigator.wakeLock?.request("screen").catch(() => null);
  if (latest !== opening) { lock?.release(); return false; }
  awake = lock;
  watch(onSight);
  return true;
}

/** Why there is no camera. @param {unknown} error */
function lacking(error) {
  if (!globalThis.isSecureContext) return "camera_insecure";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "camera_denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "camera_none" : "no_camera";
}

/** @param {(sight: Sight) => void} onSight */
async function watch(onSight) {
  const opened = stream;
  if (wanted()) {
    onSight({ state: "reading", hint: null });
    const here = await prepare();
    if (stream !== opened) return;
    if (here) { look(onSight); return; }
    if (alone()) { notice(say("offline")); return; }
  }
  listen(onSight);
}

const BETWEEN = 60; // milliseconds from what was found in a frame to the next frame

/** Let the phone look at frames until the camera is stopped. @param {(sight: Sight) => void} onSight */
async function look(onSight) {
  const opened = stream, video = $("video");
  while (stream === opened) {
    if (video.videoWidth) {
      const scale = Math.min(1, WIDTH / video.videoWidth);
      const size = { resizeWidth: Math.round(video.videoWidth * scale), resizeHeight: Math.round(video.videoHeight * scale) };
      const sight = await createImageBitmap(video, size).then((frame) => engine.guide(frame, lang())).catch(() => null);
      if (sight && stream === opened) onSight(sight);
    }
    await new Promise((done) => { setTimeout(done, BETWEEN); });
  }
}

/** @param {(sight: Sight) => void} onSight */
function listen(onSight) {
  waiting = false;
  const opened = socket("v1/live");
  line = opened;
  opened.addEventListener("open", () => next());
  opened.addEventListener("close", () => { if (line === opened && stream) setTimeout(() => stream && listen(onSight), 2000); });
  opened.addEventListener("message", (event) => {
    waiting = false;
    const message = JSON.parse(event.data);
    if (message.type === "reading") onSight({ ...message.reading, reading: message.reading });
    else if (message.problem.status !== 503) notice(inScript(message.problem.detail));
    setTimeout(next, BETWEEN);
  });
}

async function next() {
  if (!stream || waiting || line?.readyState !== WebSocket.OPEN) return;
  waiting = true;
  const frame = await grab(0.8, WIDTH);
  if (frame && line?.readyState === WebSocket.OPEN) line.send(frame);
  else waiting = false;
}

/** The picture that the camera shows now, as a JPEG of at most `width` pixels across. @param {number} [quality] @param {number} [width] @returns {Promise<Blob | null>} */
export function grab(quality = 0.92, width = 4096) {
  const video = $("video");
  if (!video.videoWidth) return Promise.resolve(null);
  const scale = Math.min(1, width / video.videoWidth);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

const BURST = 3, APART = 120; // pictures of a photo, and milliseconds from one to the next

/** Take a photo, with two more right after it: what a hand, glare or blur hides in one is read in the others. @returns {Promise<Blob | null>} the first */
export async function shoot() {
  const photo = await grab();
  const others = [];
  while (photo && others.length < BURST - 1 && !wanted()) {
    await new Promise((done) => { setTimeout(done, APART); });
    const next = running() ? await grab() : null;
    if (!next) break;
    others.push(next);
  }
  if (photo) keepBurst(photo, others);
  return photo;
}

/** @param {boolean} on */
export async function torch(on) {
  await stream?.getVideoTracks()[0].applyConstraints(/** @type {any} */ ({ advanced: [{ torch: on }] }));
}

export function stop() {
  opening += 1;
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  awake?.release();
  awake = null;
  line?.close();
  line = null;
  waiting = false;
  $("video").srcObject = null;
  $("video").hidden = true;
}
