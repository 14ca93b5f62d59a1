// @ts-check
/**
 * The course: exercises are checked by pages.wasm, whose part app/course does the
 * work and which is loaded at the first check; what was solved is kept in this
 * browser, where it can be.
 */
import { startTool } from './program.js';

const KEY = 'gridbox:course', MOST = 200;

/** @typedef {{id: string, passed: boolean, lines?: {holds: boolean, said: string}[], hint?: string, trouble?: string, link?: string}} Outcome */

/** What was solved; a store that is missing or holds something else is empty. @returns {string[]} */
function solved() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string' && id.length < 80).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** @param {string[]} list @returns {boolean} whether it is kept */
function keep(list) {
  try {
    if (list.length) localStorage.setItem(KEY, JSON.stringify(list.slice(-MOST)));
    else localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}

/** Shows what was solved: in the lists of lessons and at each exercise. */
function show() {
  const done = solved();
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-lesson]'))) {
    const count = done.filter((id) => id.startsWith(`${item.dataset.lesson}/`)).length, of = Number(item.dataset.of);
    let line = item.querySelector('.progress');
    if (!line) item.append(line = Object.assign(document.createElement('span'), { className: 'progress' }));
    line.textContent = count ? `${Math.min(count, of)} of ${of} solved` : line.tagName === 'P' ? `${of} exercises` : '';
    item.classList.toggle('all', count >= of);
  }
  for (const form of forms()) form.classList.toggle('solved', done.includes(form.dataset.exercise ?? ''));
}

const forms = () => /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form.exercise'));

/** @param {string} tag @param {string} text @param {string} [name] */
const piece = (tag, text, name = '') => Object.assign(document.createElement(tag), { textContent: text, className: name });

/** Says what came of a try. @param {HTMLFormElement} form @param {Outcome} outcome @param {boolean} kept */
function tell(form, outcome, kept) {
  const came = form.querySelector('.came');
  if (!came) return;
  came.classList.toggle('trouble', Boolean(outcome.trouble));
  if (outcome.trouble) {
    came.replaceChildren(piece('p', outcome.trouble));
    return;
  }
  const list = document.createElement('ul');
  for (const { holds, said } of outcome.lines ?? []) {
    const line = document.createElement('li');
    line.append(piece('b', holds ? 'Holds.' : 'Not yet.'), ` ${said}`);
    list.append(line);
  }
  const all = outcome.passed ? `Solved.${kept ? '' : ' This browser keeps nothing, so it will be forgotten.'}` : 'Not solved yet.';
  came.replaceChildren(piece('p', all, outcome.passed ? 'passed' : ''), list, ...(outcome.hint ? [piece('p', outcome.hint, 'hint')] : []));
  const link = form.querySelector('.actions a');
  if (outcome.link && link instanceof HTMLAnchorElement) link.hash = outcome.link;
}

/** @param {string} text */
function verdict(text) {
  /** @type {Outcome} */
  const outcome = JSON.parse(text);
  for (const form of forms()) {
    if (outcome.id && form.dataset.exercise !== outcome.id || !outcome.id && !form.ariaBusy) continue;
    form.ariaBusy = null;
    const done = solved();
    const kept = !outcome.passed || done.includes(outcome.id) || keep([...done, outcome.id]);
    tell(form, outcome, kept);
    if (outcome.passed) {
      show();
      form.classList.add('solved');
    }
  }
}

/** @type {Promise<void> | undefined} */
let started;

/** @param {HTMLFormElement} form */
async function check(form) {
  if (form.ariaBusy) return;
  form.ariaBusy = 'true';
  form.querySelector('.came')?.replaceChildren(piece('p', 'Running…'));
  try {
    started ??= startTool('pages.wasm', () => { started = undefined; });
    await started;
    const exercise = JSON.parse(form.querySelector('script')?.textContent ?? '{}');
    const values = Array.from(/** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('.fields :is(input, select)')), (field) => field.value);
    document.dispatchEvent(new CustomEvent('gbcheck', { detail: JSON.stringify({ exercise, values }) }));
  } catch (error) {
    started = undefined;
    form.ariaBusy = null;
    tell(form, { id: '', passed: false, trouble: `It cannot be checked here: ${error instanceof Error ? error.message : String(error)}.` }, true);
  }
}

/** Brings the course to life in a page of it. */
export function attachCourse() {
  show();
  window.addEventListener('storage', (event) => { if (event.key === KEY) show(); });
  document.addEventListener('gbverdict', (event) => verdict(/** @type {CustomEvent<string>} */ (event).detail));
  for (const form of forms()) {
    form.querySelector('button')?.removeAttribute('hidden');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void check(form);
    });
  }
  const print = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-print]'));
  print?.removeAttribute('hidden');
  print?.addEventListener('click', () => window.print());
  const forget = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-forget]'));
  forget?.removeAttribute('hidden');
  forget?.addEventListener('click', () => {
    const gone = keep([]);
    show();
    const status = document.getElementById('course-status');
    if (status) status.textContent = gone ? 'Nothing is kept any more.' : 'This browser keeps nothing.';
  });
}
