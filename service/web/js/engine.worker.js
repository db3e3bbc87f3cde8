// The scorer in a worker: Pyodide's core and the scorer's own files, all served by this service.
import { free, isWantOfMemory } from "./phone/buffers.js";
import { bytesOf, unpacked } from "./phone/packed.js";

const HERE = new URL("../engine/", import.meta.url);

// Of files that are fetched side by side more than one may fail: the first is told below.
addEventListener("unhandledrejection", (event) => event.preventDefault());

const begun = performance.now();
const opening = open();
opening.catch(() => postMessage({ type: "failed" })); // the page scores by the service, and may try again

async function open() {
  const about = await (await fetch(new URL("engine.json", HERE))).json();
  const at = (/** @type {string} */ name) => new URL(`${about.version}/${name}?v=${about.version}`, HERE).href;
  const scorer = bytesOf(at("scorer.zip"));
  const [{ loadPyodide }] = await Promise.all([import(at("pyodide.mjs")), import(at("pyodide.asm.js"))]);
  globalThis.fetch = (what) => unpacked(at(String(what).replace(/\?.*/, "").replace(/.*\//, ""))); // from here on only Pyodide fetches
  const python = await loadPyodide({ indexURL: HERE.href });
  const archive = await scorer;
  python.unpackArchive(archive, "zip");
  free([archive]);
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
  postMessage({ type: "ready", ms: Math.round(performance.now() - begun) });
  return { dispatch, python, at };
}

/** What reads photos, once the networks are open. @type {ReturnType<typeof openReader> | null} */
let reader = null;

/** @param {MessagePort} port */
async function openReader(port) {
  const { python, at } = await opening;
  return (await import("./phone/reading.js")).openReader(python, at, port);
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
