// The live camera: frames go to the service one by one, the newest only; readings come back.
import { $, notice } from "../views/dom.js";
import { say, told } from "../views/words.js";
import "../views/words_evening.js";
import { socket } from "./api.js";

/** @import { Reading } from "../state/types" */

const WIDTH = 1280;
/** @type {MediaStream | null} */
let stream = null;
/** @type {{ release(): void } | null | undefined} */
let awake = null;
/** @type {WebSocket | null} */
let line = null;
let waiting = false;

export const running = () => stream !== null;

/** @param {(reading: Reading) => void} onReading @returns {Promise<boolean>} whether it could be opened */
export async function start(onReading) {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } } });
  } catch (error) {
    notice(say(lacking(error)));
    return false;
  }
  const video = $("video");
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  const track = stream.getVideoTracks()[0];
  $("torch").hidden = !(/** @type {any} */ (track.getCapabilities?.())?.torch);
  awake = await navigator.wakeLock?.request("screen").catch(() => null);
  listen(onReading);
  return true;
}

/** Why there is no camera. @param {unknown} error */
function lacking(error) {
  if (!globalThis.isSecureContext) return "camera_insecure";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "camera_denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "camera_none" : "no_camera";
}

/** @param {(reading: Reading) => void} onReading */
function listen(onReading) {
  waiting = false;
  const mine = socket("v1/live");
  line = mine;
  mine.addEventListener("open", () => next());
  mine.addEventListener("close", () => { if (line === mine && stream) setTimeout(() => stream && listen(onReading), 2000); });
  mine.addEventListener("message", (event) => {
    waiting = false;
    const message = JSON.parse(event.data);
    if (message.type === "reading") onReading(message.reading);
    else if (message.problem.status !== 503) notice(told(message.problem.detail));
    setTimeout(next, 60);
  });
}

async function next() {
  if (!stream || waiting || line?.readyState !== WebSocket.OPEN) return;
  waiting = true;
  const frame = await grab(0.8, WIDTH);
  if (frame && line?.readyState === WebSocket.OPEN) line.send(frame);
  else waiting = false;
}

/** The picture that the camera shows now, as a JPEG of at most so many pixels across. @param {number} [quality] @param {number} [width] @returns {Promise<Blob | null>} */
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

/** @param {boolean} on */
export async function torch(on) {
  await stream?.getVideoTracks()[0].applyConstraints(/** @type {any} */ ({ advanced: [{ torch: on }] }));
}

export function stop() {
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
