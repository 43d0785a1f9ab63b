// The worker's side of the site without a browser: answers lines of messages, each line a game of its own.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

const [runtime, memory, ...archives] = process.argv.slice(2);
const { loadPyodide } = createRequire(import.meta.url)(`${runtime}/pyodide.js`);
const python = await loadPyodide({ indexURL: runtime, _loadSnapshot: new Uint8Array(gunzipSync(readFileSync(memory))) });
for (const archive of archives) python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/home/pyodide" });
const play = python.runPython(`
import json
from itertools import count
from game.browser.practice import LocalPractice

def play(line):
    local = LocalPractice(count(1_795_000_000_000, 700).__next__)
    return json.dumps([local.hear(message) + [text for told in iter(local.think, None) for text in told] for message in json.loads(line)])

play
`);
for await (const line of createInterface({ input: process.stdin })) console.log(play(line));
