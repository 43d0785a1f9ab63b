// The game's own Python beside the page: answers each message as a server would.
"use strict";

const HOME = "/home/pyodide";
const found = async (name) => {
  const answer = await fetch(new URL(name, location.href));
  if (!answer.ok) throw new Error(name);
  return answer;
};
const archive = async (name) => (await found(name)).arrayBuffer();
const memory = async () => { // eslint-disable-next-line compat/compat -- it is asked for first
  const unpacked = (await found("memory.bin")).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
};

// Starts with the memory of a runtime that has dealt each game; where that cannot be had, or failed before, with an empty one.
const loaded = async (indexURL, isPlain) => {
  const kept = !isPlain && self.DecompressionStream && memory();
  importScripts(`${indexURL}pyodide.js`);
  try {
    if (kept) return await self.loadPyodide({ indexURL, _loadSnapshot: await kept });
  } catch (error) {
    console.warn(error);
  }
  return self.loadPyodide({ indexURL });
};
const start = async ({ runtime, language, isPlain }) => {
  const game = archive("game.zip"), own = language === "en" ? null : archive(`${language}.zip`); // on the way meanwhile
  const python = await loaded(runtime, isPlain), unpack = async (each) => python.unpackArchive(await each, "zip", { extractDir: HOME });
  if (own) await unpack(own);
  const isWarm = python.globals.has("hear");
  if (!isWarm) {
    await unpack(game);
    python.runPython("from answering import answering; hear, think = answering()");
  }
  return [python.globals.get("hear"), python.globals.get("think"), async () => isWarm && unpack(game)];
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
let whole = null; // when all files of the game lie there, which the first table does not wait for
onmessage = ({ data }) => guarded(async () => {
  if (!started) {
    started = start(data);
    return started.then(() => []);
  }
  const [hear, think, unpack] = await started;
  await whole;
  const told = lines(hear(data));
  whole ??= new Promise((done) => setTimeout(() => done(unpack())));
  if (!isThinking) setTimeout(() => guarded(() => goOn(think)));
  return told;
});
