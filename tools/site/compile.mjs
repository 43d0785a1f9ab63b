// Compiles the modules of an archive, which comes by stdin, by the runtime that will import them; and keeps the memory of that
// runtime once it has imported them and dealt each game: what starts with it need not do so again.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";

const [runtime, folder, ...games] = process.argv.slice(2), sources = new Uint8Array(readFileSync(0)), HOME = "/home/pyodide";
const { loadPyodide } = createRequire(import.meta.url)(`${runtime}/pyodide.js`);
const started = (more) => loadPyodide({ indexURL: runtime, ...more });

const compiler = await started();
compiler.FS.writeFile("/sources.zip", sources);
compiler.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from zipfile import ZipFile

with ZipFile("/sources.zip") as sources, ZipFile("/compiled.zip", "w") as compiled:
    for entry in sources.infolist():
        body = sources.read(entry)
        if entry.filename.endswith(".py"):
            code = compile(body, entry.filename, "exec", dont_inherit=True, optimize=2)
            body, entry.filename = bytes(_code_to_hash_pyc(code, bytes(8), checked=False)), f"{entry.filename}c"
        compiled.writestr(entry, body, compresslevel=9)
`);
const compiled = compiler.FS.readFile("/compiled.zip");
writeFileSync(`${folder}/game.zip`, compiled);

const python = await started({ _makeSnapshot: true });
python.unpackArchive(compiled, "zip", { extractDir: HOME });
python.runPython(`
import gc, json
from answering import answering
hear, think = answering()
for game in ${JSON.stringify(games)}:
    asked = {"kind": "practise", "game": game, "deal": None, "entries": [], "language": "en", "day": "", "elapsed": 0}
    *_, table = hear(json.dumps(asked)).splitlines()
    hear(json.dumps({"kind": "do", "round": 1, "number": 1, "action": json.loads(table)["moves"][0]}))
del asked, game, table
gc.collect()
`);
writeFileSync(`${folder}/memory.bin`, python.makeMemorySnapshot());
