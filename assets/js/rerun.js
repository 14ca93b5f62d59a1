// @ts-check
/**
 * Runs a paper's experiments in its page: starts figure.wasm, whose part
 * app/rerun does the work, and passes on what the buttons ask for.
 */
import { loadProgram } from './program.js';

/** @type {Promise<void> | undefined} */
let started;

/** @param {string} what all, cancel, or the number of an experiment */
export async function ask(what) {
  if (what === 'cancel' && !started) return;
  try {
    started ??= start();
    await started;
    document.dispatchEvent(new CustomEvent('gbrerun', { detail: what }));
  } catch (error) {
    started = undefined;
    say(`The experiments cannot run here: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Resolves when the program listens. */
async function start() {
  const config = JSON.parse(document.getElementById('gridbox-config')?.textContent || '{}');
  if (typeof WebAssembly !== 'object') throw new Error('this browser runs no WebAssembly');
  say('Loading…', false);
  if (!window.Go) await import(config.wasmExec);
  const go = new window.Go();
  const { instance } = await loadProgram(config.figure, 0, go.importObject, () => {});
  const ready = new Promise((resolve) => { document.addEventListener('gblistens', resolve, { once: true }); });
  go.run(instance).then(() => {
    started = undefined;
    say('The experiments stopped because of a mistake in their program. Reload the page to run them again.');
  });
  await ready;
}

/** @param {string} text @param {boolean} trouble */
function say(text, trouble = true) {
  const status = document.getElementById('rerun-status');
  if (!status) return;
  status.textContent = text;
  status.classList.toggle('trouble', trouble);
}
