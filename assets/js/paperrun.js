// @ts-check
/**
 * Runs a paper's experiments in its page: starts sitepages.wasm, whose package app/paperrun does the work, and passes on
 * the requests of the buttons.
 */
import { startTool } from './program.js';

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
    show(`The experiments cannot run here: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Starts the program; resolves when it is ready. */
function start() {
  show('Loading…', false);
  return startTool('sitepages.wasm', () => {
    started = undefined;
    show('The experiments stopped because of an internal error. Reload the page to run them again.');
  });
}

/** @param {string} text @param {boolean} trouble */
function show(text, trouble = true) {
  const status = document.getElementById('rerun-status');
  if (!status) return;
  status.textContent = text;
  status.classList.toggle('trouble', trouble);
}
