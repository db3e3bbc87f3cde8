// The page: a picture or a typed hand comes in, the situation is chosen, the answer is shown.
import { $, make, notice } from "./dom.js";
import { post, read } from "./api.js";
import * as camera from "./camera.js";
import { draw as drawHand, pick } from "./editor.js";
import { asHand, clear, hand, onChange, take } from "./hand.js";
import * as ledger from "./ledger.js";
import { mark, show } from "./picture.js";
import { named } from "./seating.js";
import * as shownTable from "./table.js";
import { showAnswer, showProblem } from "./answer.js";
import { around, load } from "./situation.js";
import { lang, paint, say, speak } from "./words.js";

let asked = 0;
let others = []; // hands that won on the same tile, to be written with the one on the screen

async function score() {
  drawHand();
  mark();
  doubts();
  $("clear").hidden = !hand.tiles.length;
  $("correcting").replaceChildren(...shownTable.banner());
  const current = asHand();
  if (!current.concealed && !current.melds.length) { showAnswer(null); return; }
  if ($("picker").open) return; // tiles are being typed: it is scored when the keyboard closes
  const mine = ++asked;
  const request = around(current);
  try {
    const answer = await post("v1/score", request.win ? { ...request, explain: true } : request);
    if (mine === asked) showAnswer(answer, answer.win ? [...alsoWon(), toLedger(request), ...another(request)] : []);
  } catch (problem) {
    if (mine === asked) showProblem(problem.status ? problem.message : say("offline"));
  }
  brief();
}

// The one doubt that matters most is asked first; the service lists them in that order.
function doubts() {
  const first = hand.tiles.find((t) => t.doubt);
  const place = $("doubt");
  place.hidden = !first;
  if (!first) return;
  place.replaceChildren(`${say("doubtful")}: `, make("button", { type: "button", onclick: () => pick(first) },
    first.doubt.effect || [first.tile, ...first.doubt.instead].join(" / ")));
}

// The hand of a request, without what the table knows or holds for the whole deal.
function handOf(request) {
  const { rules, options, dealer, round, wild, indicator, table, ...won } = request;
  return won;
}

const alsoWon = () => (others.length ? [make("p", { class: "doubt" }, `${others.map((h) => named(h.seat)).join(", ")}: ${say("also")}`)] : []);

// Several may win on one discard 一炮多响.
function another(request) {
  if (!ledger.table || request.win.by === "self_draw" || others.length > 1) return [];
  return [make("button", { type: "button", id: "another", onclick: () => { others.push(handOf(request)); show(null); clear(); notice(alsoWon()[0].textContent); } }, say("another"))];
}

function toLedger(request) {
  const button = make("button", { type: "button", class: "main", id: "to-ledger" }, say(ledger.correcting ? "correct" : "to_ledger"));
  button.addEventListener("click", async () => {
    if (!ledger.table) { go("table"); return; }
    const { wild, indicator, table } = request;
    const deal = { hands: [...others, handOf(request)], ...(table ? { table } : {}), ...(wild ? { wild } : {}), ...(indicator ? { indicator } : {}) };
    button.disabled = true;
    try {
      await ledger.write({ deal });
      others = [];
      show(null);
      clear();
      notice("");
      go("table");
    } catch (problem) {
      notice(problem.message);
      button.disabled = false;
    }
  });
  return button;
}

async function look(picture) {
  stopCamera();
  notice(say("reading"));
  show(picture);
  try {
    const reading = await read(picture);
    notice(reading.problems?.length ? `${reading.reliable ? "" : `${say("unreliable")}: `}${reading.problems.join(" ")}` : "");
    take(reading);
  } catch (problem) {
    notice(problem.status ? problem.message : say("offline"));
  }
}

function onFrame(reading) {
  if (!camera.running()) return;
  $("live").textContent = say(reading.state);
  const before = JSON.stringify(hand.reading?.hand);
  if (reading.state === "moving" || !reading.tiles.length) { $("marks").replaceChildren(); return; }
  if (JSON.stringify(reading.hand) === before) { hand.reading = reading; return; }
  take(reading);
}

async function startCamera() {
  clear();
  show(null);
  $("empty").hidden = true;
  if (!await camera.start(onFrame)) { show(null); return; }
  notice("");
  $("guide").hidden = false;
  $("shoot").hidden = false;
  $("camera").hidden = true;
}

function stopCamera() {
  if (!camera.running()) return;
  camera.stop();
  for (const id of ["guide", "shoot", "torch"]) $(id).hidden = true;
  $("camera").hidden = false;
  $("live").textContent = "";
}

async function shoot() {
  const picture = await camera.grab();
  if (picture) await look(picture);
}

function go(view) {
  for (const name of ["hand", "table"]) {
    $(`view-${name}`).hidden = name !== view;
    if (name === view) $(`nav-${name}`).setAttribute("aria-current", "page");
    else $(`nav-${name}`).removeAttribute("aria-current");
  }
  if (view === "table") shownTable.draw();
  brief();
}

const image = (files) => [...(files ?? [])].find((f) => f.type.startsWith("image/") || /\.(heic|heif)$/i.test(f.name));

function listen() {
  $("camera").onclick = startCamera;
  $("shoot").onclick = shoot;
  $("torch").onclick = async () => {
    const on = $("torch").getAttribute("aria-pressed") !== "true";
    await camera.torch(on).then(() => $("torch").setAttribute("aria-pressed", String(on))).catch(() => {});
  };
  $("file").onchange = () => { const file = image($("file").files); if (file) look(file); $("file").value = ""; };
  $("file").parentElement.onkeydown = (e) => { if (e.key === "Enter" || e.key === " ") $("file").click(); };
  $("type").onclick = () => { stopCamera(); pick(null); };
  $("clear").onclick = () => { stopCamera(); show(null); others = []; clear(); notice(""); };
  $("nav-hand").onclick = () => go("hand");
  $("nav-table").onclick = () => go("table");
  document.addEventListener("paste", (e) => { const file = image(e.clipboardData?.files); if (file) look(file); });
  const stage = $("stage");
  stage.addEventListener("dragover", (e) => { e.preventDefault(); stage.classList.add("over"); });
  stage.addEventListener("dragleave", () => stage.classList.remove("over"));
  stage.addEventListener("drop", (e) => { e.preventDefault(); stage.classList.remove("over"); const file = image(e.dataTransfer.files); if (file) look(file); });
  $("picker").addEventListener("close", score);
  $("picker").addEventListener("click", (e) => { if (e.target === $("picker")) $("picker").close(); });
  $("brief").onclick = () => $("answer").scrollIntoView({ behavior: "smooth" });
  new ResizeObserver(brief).observe(document.body);
  window.addEventListener("scroll", brief, { passive: true });
  document.addEventListener("visibilitychange", () => { if (document.hidden) stopCamera(); });
  window.addEventListener("online", () => { notice(""); score(); });
  window.addEventListener("offline", () => notice(say("offline")));
}

// The result in short stands above the thumb until the whole of it comes into sight.
function brief() {
  const seen = $("answer").getBoundingClientRect().top < window.innerHeight - 140;
  $("brief").hidden = !$("brief").dataset.told || $("view-hand").hidden || seen;
}

function table() {
  $("correcting").replaceChildren(...shownTable.banner());
  if (!$("view-table").hidden) shownTable.draw();
}

async function begin() {
  const language = $("language");
  language.value = lang;
  language.onchange = async () => { speak(language.value); await load(score).catch(() => {}); table(); score(); };
  paint();
  listen();
  onChange(score);
  $("clear").hidden = true;
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
  try {
    await load(score);
  } catch (problem) {
    notice(problem.status ? problem.message : say("offline"));
  }
  shownTable.listen(() => go("hand"));
  await ledger.open(table);
  if (location.hash.startsWith("#table=")) go("table");
  document.documentElement.dataset.ready = "yes";
}

begin();
