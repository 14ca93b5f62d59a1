// @ts-check
// The script of a page that is one file. It unpacks the program in the page, compiles it once for the page and for
// its workers, and starts it. Go's wasm_exec.js is bundled into it. The page's policy allows no fetches.

import "go-wasm-exec";
import { fromAscii85 } from "./ascii85.js";
import { delegatePicture } from "./figure/picks.js";
import { showFailure } from "./figure/failure.js";

delegatePicture();
start().catch((error) => {
  console.error(error);
  showFailure(error instanceof Error ? error.message : String(error));
});

async function start() {
  if (typeof WebAssembly !== "object") throw new Error("this browser runs no WebAssembly");
  if (typeof DecompressionStream !== "function") throw new Error("this browser is older than 2023 and cannot unpack its program");
  const stream = new Blob([fromAscii85(text("gridbox-program"))]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  const script = URL.createObjectURL(new Blob([text("gridbox-worker")], { type: "text/javascript" }));
  Object.assign(globalThis, { gridboxOnePage: { module, script, workers: await workersRun(module) } });
  const go = new Go();
  await go.run(await WebAssembly.instantiate(module, go.importObject));
  throw new Error("the program ended");
}

/** @param {string} id */
function text(id) {
  return document.getElementById(id)?.textContent ?? "";
}

/**
 * Reports whether workers can be started here and accept the program. A browser may refuse them to a local file, and
 * in an archive's viewer. Some refuse by an error, others by an event.
 * @param {WebAssembly.Module} module
 * @returns {Promise<boolean>}
 */
function workersRun(module) {
  return new Promise((resolve) => {
    try {
      const probe = new Worker(URL.createObjectURL(new Blob(["onmessage=()=>postMessage(true);onmessageerror=()=>postMessage(false)"],
        { type: "text/javascript" })));
      const finish = (/** @type {boolean} */ run) => { probe.terminate(); resolve(run); };
      probe.onmessage = ({ data }) => finish(data);
      probe.onerror = (event) => { event.preventDefault(); finish(false); };
      probe.postMessage(module);
    } catch {
      resolve(false);
    }
  });
}
