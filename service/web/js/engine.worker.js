// The scorer in a worker: Pyodide's core and the scorer's own files, all served by this service.
import { unpackInto } from "./phone/archive.js";
import { free, isWantOfMemory } from "./phone/buffers.js";
import { bytesOf, unpacked } from "./phone/packed.js";
import * as snapshot from "./phone/snapshot.js";

/** @import { Engine } from "./phone/reading.js" */

const HERE = new URL("../engine/", import.meta.url);
const [VERSION, how] = self.name.split(" "); // see io/engine.js
const FRESH = how === "fresh"; // two starts did not come to their end, perhaps for the snapshot

// Of files that are fetched side by side more than one may fail: the first is told below.
addEventListener("unhandledrejection", (event) => event.preventDefault());

const begun = performance.now();
const opening = open();
opening.catch(() => postMessage({ type: "failed" })); // the page scores by the service, and may try again

async function open() {
  const at = (/** @type {string} */ name) => new URL(`${VERSION}/${name}?v=${VERSION}`, HERE).href;
  const scorer = bytesOf(at("scorer.zip"));
  const kept = FRESH ? snapshot.forget(HERE.href) : snapshot.find(HERE.href, VERSION);
  const [{ loadPyodide }] = await Promise.all([import(at("pyodide.mjs")), import(at("pyodide.asm.js"))]);
  globalThis.fetch = (what) => unpacked(at(String(what).replace(/\?.*/, "").replace(/.*\//, ""))); // from here on only Pyodide fetches

  /** Python with the files of archives. @param {Promise<Uint8Array>[]} archives @param {object} how it starts @returns {Promise<Engine>} */
  const load = async (archives, how) => {
    let folder = "";
    const python = await loadPyodide({
      indexURL: HERE.href,
      fsInit: async (/** @type {any} */ FS, /** @type {{ sitePackages: string }} */ { sitePackages }) => {
        folder = sitePackages;
        for (const archive of await Promise.all(archives)) unpackInto(FS, folder, archive);
      },
      ...how,
    });
    await Promise.all(archives); // Pyodide starts without them too
    return { python, at, add: (archive) => unpackInto(python.FS, folder, archive) };
  };

  const memory = await kept;
  if (memory) {
    try {
      const { pixelsOf, READING } = await import("./phone/reading.js");
      const pixels = await pixelsOf(at);
      const engine = await load([scorer, bytesOf(at(READING))], { _loadSnapshot: memory, _snapshotDeserializer: () => pixels });
      free([memory]);
      engine.python.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()"); // not the numbers of the last start
      return scoring({ ...engine, restored: true });
    } catch (error) {
      console.warn(String(error)); // Python starts anew
      await snapshot.forget(HERE.href);
    }
  }
  const engine = await load([scorer], { _makeSnapshot: true });
  return scoring({ ...engine, keep: (bytes) => snapshot.keep(HERE.href, VERSION, bytes) });
}

/** What scores, in an engine. @param {Engine} engine */
function scoring(engine) {
  const { python, restored = false } = engine;
  const dispatch = python.runPython(`
import json
from paiyan.scorer.report.answer import answer, rules_of
from paiyan.scorer.report.rule_set_json import in_full, summary
from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.rulesets import every_rule_set

def scored(hand, lang):
    explain = hand.pop("explain", False)
    return answer(hand, lang=lang, explain=explain)

def advised(hand, lang):
    from paiyan.scorer.report.advising import advise_on
    return to_json(advise_on(hand), lang)

def stands(told, lang):
    from paiyan.service.ledger.session.log import ahead
    return ahead(told["table"], told["waiting"], lang=lang)

def kept(told, lang):
    from paiyan.service.phone.tables import answer
    return answer(told, lang)

def catalogue(_, lang):
    return [to_json(summary(rules), lang) for rules in every_rule_set()]

def described(told, lang):
    return to_json(in_full(rules_of(told)), lang)

def dispatch(what, request, lang):
    try:
        return json.dumps({"answer": {"score": scored, "advice": advised, "ahead": stands, "catalogue": catalogue, "rules": described, "table": kept}[what](json.loads(request), lang)})
    except TranslatedError as wrong:
        return json.dumps({"error": wrong.to(lang), "status": getattr(wrong, "http", 422)})
dispatch`);
  postMessage({ type: "ready", ms: Math.round(performance.now() - begun), restored });
  return { dispatch, engine };
}

/** What reads photos, once the networks are open. @type {ReturnType<typeof openReader> | null} */
let reader = null;

/** @param {MessagePort} port */
async function openReader(port) {
  const { engine } = await opening;
  return (await import("./phone/reading.js")).openReader(engine, port);
}

onmessage = async ({ data: { id, what, request, lang, port, blob, frame, seconds, stop } }) => {
  if (port) { reader = openReader(port); reader.then(() => postMessage({ type: "reader" }), () => {}); return; }
  if (stop) { (await reader)?.stop(); return; }
  try {
    const { dispatch } = await opening;
    const text = blob ? await (await reader)?.read(blob, lang, seconds) : frame ? await (await reader)?.guide(frame, lang) : dispatch(what, request, lang);
    const { answer, error, status } = JSON.parse(text ?? "{}");
    postMessage(error ? { id, error, status } : { id, answer: JSON.stringify(answer) });
  } catch (error) {
    if (blob || frame) console.warn(String(error)); // no player can do anything about it
    postMessage({ id, error: blob ? " " : String(error), status: isWantOfMemory(error) ? 507 : undefined });
  }
};
