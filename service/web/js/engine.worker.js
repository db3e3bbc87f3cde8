// The scorer in a worker: Pyodide's core and the scorer's own files, all served by this service.
const HERE = new URL("../engine/", import.meta.url);

// Of files that are fetched side by side more than one may fail: the first is told below.
addEventListener("unhandledrejection", (event) => event.preventDefault());

const begun = performance.now();
const opening = open();
opening.catch(() => postMessage({ type: "failed" })); // the page scores by the service, and may try again

async function open() {
  const about = await (await fetch(new URL("engine.json", HERE))).json();
  const at = (/** @type {string} */ name) => new URL(`${name}?v=${about.version}`, HERE).href;
  const { loadPyodide } = await import(at("pyodide.mjs"));
  const python = await loadPyodide({ indexURL: HERE.href, lockFileURL: at("pyodide-lock.json"), stdLibURL: at("python_stdlib.zip") });
  python.unpackArchive(await (await fetch(at("scorer.zip"))).arrayBuffer(), "zip");
  const score = python.runPython(`
import json
from scorer.answer import answer
from scorer.words import SpokenError

def scored(request, lang):
    hand = json.loads(request)
    explain = hand.pop("explain", False)
    try:
        return json.dumps({"answer": answer(hand, lang=lang, explain=explain)})
    except SpokenError as wrong:
        return json.dumps({"error": wrong.to(lang)})
scored`);
  postMessage({ type: "ready", ms: Math.round(performance.now() - begun) });
  return score;
}

onmessage = async ({ data: { id, request, lang } }) => {
  try {
    const score = await opening;
    const { answer, error } = JSON.parse(score(request, lang));
    postMessage(error ? { id, error } : { id, answer: JSON.stringify(answer) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
