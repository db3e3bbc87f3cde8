// Compile the Python of an engine in its own Pyodide: node compile.mjs PYODIDE ENGINE
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, engine] = process.argv.slice(2).map((folder) => resolve(folder));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
// Nobody reads on a phone in which column something failed, and the same files make the same archives.
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" } });
python.runPython(readFileSync(new URL("compiling.py", import.meta.url), "utf8"));

const LIBRARY = "python_stdlib.zip";
const { compiled, library } = Object.fromEntries(["compiled", "library"].map((name) => [name, python.globals.get(name)]));
const bytesOf = (name) => python.toPy(new Uint8Array(readFileSync(join(engine, name)))).tobytes();
const write = (name, bytes) => writeFileSync(join(engine, name), bytes.toJs());
const users = readdirSync(engine).filter((name) => name.endsWith(".zip") && name !== LIBRARY).sort();
write(LIBRARY, library(bytesOf(LIBRARY), python.toPy(users.map(bytesOf))));
for (const name of users) write(name, compiled(bytesOf(name)));
