// Compiles the modules of an archive by the runtime that will import them; the archive comes by stdin and goes to stdout.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [runtime] = process.argv.slice(2), sources = new Uint8Array(readFileSync(0));
const { loadPyodide } = createRequire(import.meta.url)(`${runtime}/pyodide.js`);
const python = await loadPyodide({ indexURL: runtime });
python.FS.writeFile("/sources.zip", sources);
python.runPython(`
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
process.stdout.write(python.FS.readFile("/compiled.zip"));
