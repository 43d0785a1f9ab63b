// The game's own Python beside the page: answers each message as a server would.
"use strict";

const archive = async (name) => {
  const answer = await fetch(new URL(name, location.href));
  if (!answer.ok) throw new Error(name);
  return answer.arrayBuffer();
};
const start = async ({ runtime, language }) => {
  const archives = ["game.zip", ...language === "en" ? [] : [`${language}.zip`]].map(archive); // on the way meanwhile
  importScripts(`${runtime}pyodide.js`);
  const python = await self.loadPyodide({ indexURL: runtime });
  for (const each of archives) python.unpackArchive(await each, "zip", { extractDir: "/home/pyodide" });
  return python.runPython(`
import time
from game.browser.practice import LocalPractice
local = LocalPractice(lambda: time.time_ns() // 1_000_000)
hear = lambda text: "\\n".join(local.hear(text))
think = lambda: None if (told := local.think()) is None else "\\n".join(told)
hear, think
`);
};
let started = null;
const guarded = async (act) => {
  try {
    postMessage(await act());
  } catch (error) {
    console.error(error);
    postMessage(null);
  }
};
const lines = (text) => text.split("\n").filter(Boolean);
let isThinking = false;
const goOn = async (think) => { // between two steps messages are heard
  isThinking = true;
  for (let told = think(); told !== undefined; told = think()) {
    if (told) postMessage(lines(told));
    await new Promise((done) => setTimeout(done));
  }
  isThinking = false;
  return [];
};
onmessage = ({ data }) => guarded(async () => {
  if (!started) {
    started = start(data);
    return started.then(() => []);
  }
  const [hear, think] = await started, told = lines(hear(data));
  if (!isThinking) setTimeout(() => guarded(() => goOn(think)));
  return told;
});
