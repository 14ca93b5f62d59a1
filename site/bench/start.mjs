// Starts the Go program of site/bench/program in this Node.

import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

/** @type {WebAssembly.Module | undefined} */
let module;

/**
 * Returns a new instance of the program: its functions, and its linear memory, which grows and never shrinks.
 * @param {string} programFile
 * @param {string} execFile Go's wasm_exec.js
 */
export async function gridbox(programFile, execFile) {
  if (!module) {
    runInThisContext(readFileSync(execFile, 'utf8'));
    module = await WebAssembly.compile(readFileSync(programFile));
  }
  const go = new globalThis.Go();
  const ready = new Promise((resolve) => { globalThis.gridboxBenchReady = resolve; });
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance);
  await ready;
  return { bench: globalThis.gridboxBench, memory: instance.exports.mem };
}
