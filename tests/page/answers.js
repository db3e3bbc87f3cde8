// Answer the lines of a file in the Python of an engine: node answers.js ENGINE SCRIPT LINES
//
// ENGINE is the folder of a version with its files unpacked. SCRIPT is Python that defines `answered(line)`.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [engine, script, requests] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(engine, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${engine}/` });
python.unpackArchive(new Uint8Array(readFileSync(join(engine, "scorer.zip"))), "zip");
python.runPython(readFileSync(script, "utf8"));
const answered = python.globals.get("answered");
const lines = readFileSync(requests, "utf8").split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => `${answered(line)}\n`).join(""));
