// @ts-check
/**
 * The page that marks a class. It reads the files and sends them to sitepages.wasm. Its package app/classroom marks them
 * and returns the contents of the page.
 */
import { startTool } from './program.js';

/** The greatest size of a file in bytes. */
const MOST = 2_000_000;

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const ask = (/** @type {object} */ what) => document.dispatchEvent(new CustomEvent('gbask', { detail: JSON.stringify(what) }));

/** Sends files to be marked. @param {Iterable<File>} files */
async function mark(files) {
  const list = await Promise.all([...files].map(async (file) => ({ name: file.name, text: file.size > MOST ? '' : await file.text() })));
  const [type, ...rest] = field('assignment').value.split(':');
  const id = rest.join(':');
  const exercises = JSON.parse(document.getElementById('exercises')?.textContent ?? '{}');
  ask({ act: 'mark', files: list, ...(type === 'challenge' ? { challenge: id } : { exercise: exercises[id] }) });
}

/** @param {HTMLElement} button with a text to save */
function save(button) {
  const address = URL.createObjectURL(new Blob([button.dataset.save ?? ''], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: address, download: button.dataset.name }).click();
  URL.revokeObjectURL(address);
}

/** Attaches the page that marks a class. */
export async function attachClassroom() {
  const form = field('classroom'), result = field('result');
  document.addEventListener('gbshow', (event) => {
    result.innerHTML = /** @type {CustomEvent<{html: string}>} */ (event).detail.html;
    field('cancel').disabled = !result.querySelector('progress');
  });
  try {
    await startTool('sitepages.wasm');
  } catch (error) {
    form.remove();
    result.textContent = `Nothing can be marked here: ${error instanceof Error ? error.message : String(error)}.`;
    return;
  }
  form.hidden = false;
  result.replaceChildren();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void mark(field('files').files ?? []);
  });
  field('cancel').addEventListener('click', () => ask({ act: 'cancel' }));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void mark(event.dataTransfer?.files ?? []);
  });
  result.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-save]') : null;
    if (button instanceof HTMLElement) save(button);
  });
}
