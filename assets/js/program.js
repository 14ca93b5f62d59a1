// @ts-check
/**
 * Starts WebAssembly programs of pages. For the Go program of a page it compiles the program of its workers, by the
 * window's gridboxCompile.
 */
import { compile, compileInWorker } from './compile.js';

/**
 * Returns a program that is ready to run.
 * @param {string} address
 * @param {WebAssembly.Imports} imports
 * @param {string} [script] the address of worker.js, if a worker is to compile the program
 * @returns {Promise<WebAssembly.WebAssemblyInstantiatedSource>}
 */
export async function loadProgram(address, imports, script) {
  const module = await (script ? compileInWorker(address, script) : compile(address));
  await new Promise((turn) => { setTimeout(turn); }); // a pause between compiling and running
  return { module, instance: await WebAssembly.instantiate(module, imports) };
}

const workerScript = JSON.parse(document.getElementById('gridbox-config')?.textContent || '{}').workerScript;

/** Programs of workers that are compiled, or being compiled. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** Compiles a program of workers only once. @param {string} address */
export function compileOnce(address) {
  let module = compiled.get(address);
  if (!module) {
    module = workerScript ? compileInWorker(address, workerScript) : compile(address);
    compiled.set(address, module);
    module.catch(() => compiled.delete(address)); // the next call tries again
  }
  return module;
}

Object.assign(window, { gridboxCompile: compileOnce });

/**
 * Starts one of the page's tool programs; resolves when it is ready.
 * @param {string} name such as sitepages.wasm
 * @param {() => void} [ended] called if the program ends, which is a failure
 */
export async function startTool(name, ended) {
  const config = JSON.parse(document.getElementById('gridbox-config')?.textContent || '{}');
  if (typeof WebAssembly !== 'object') throw new Error('this browser runs no WebAssembly');
  if (!window.Go) await import(config.wasmExec);
  const go = new window.Go();
  const { instance } = await loadProgram(config.tools[name], go.importObject);
  const ready = new Promise((resolve) => { document.addEventListener('gblistens', resolve, { once: true }); });
  go.run(instance).then(ended);
  await ready;
}
