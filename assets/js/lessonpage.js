// @ts-check
/**
 * The course. Package app/lessonpage in sitepages.wasm checks exercises; it is loaded at the first check or change of a
 * field. Solved exercises and the last input are stored in this browser, if possible.
 */
import { startTool } from './program.js';

const KEY = 'gridbox:course', TRIES = 'gridbox:course-tries', MOST = 200;

/** @typedef {{id: string, passed: boolean, lines?: {holds: boolean, said: string}[], hint?: string, why?: string, trouble?: string, link?: string}} Outcome */

/** Returns the solved exercises; a missing or malformed store counts as empty. @returns {string[]} */
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

/** Shows the solved exercises in the lists of lessons and at each exercise. */
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

const fields = (/** @type {HTMLFormElement} */ form) => /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (Array.from(form.querySelectorAll('.fields :is(input:not([type="range"]), select)')));
const entered = (/** @type {HTMLFormElement} */ form) => fields(form).map((field) => field.value);

/** @typedef {{values: string[], outcome: Outcome}} Try */

/** Returns the last tries by exercise; a missing or malformed store counts as empty. @returns {Record<string, Try>} */
function tries() {
  try {
    const all = JSON.parse(localStorage.getItem(TRIES) ?? '{}');
    return all && typeof all === 'object' && !Array.isArray(all) ? all : {};
  } catch {
    return {};
  }
}

/** Stores the input and its outcome. @param {string} id @param {Try | undefined} last */
function keepTry(id, last) {
  try {
    const { [id]: _, ...others } = tries();
    localStorage.setItem(TRIES, JSON.stringify(last ? { ...others, [id]: last } : others));
  } catch { /* then the fields begin anew after a reload */ }
}

/** Puts values into the fields and their sliders. @param {HTMLFormElement} form @param {string[]} values */
function fill(form, values) {
  fields(form).forEach((field, i) => {
    const value = values[i];
    if (typeof value !== 'string' || field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) return;
    field.value = value;
    const slider = field.nextElementSibling;
    if (slider instanceof HTMLInputElement) slider.value = value;
  });
}

/** Restores the last input of a form. @param {HTMLFormElement} form */
function resume(form) {
  const last = tries()[form.dataset.exercise ?? ''];
  if (!last || !Array.isArray(last.values) || last.values.length !== fields(form).length || !Array.isArray(last.outcome?.lines)) return;
  fill(form, last.values);
  showOutcome(form, last.outcome, true);
}

/** Adds a slider to a number with a range. @param {HTMLInputElement | HTMLSelectElement} field */
function slide(field) {
  const { min, max } = field.dataset;
  if (!min || !max) return;
  const slider = Object.assign(document.createElement('input'), { type: 'range', min, max, step: String(step(Number(max) - Number(min))), autocomplete: 'off' });
  slider.setAttribute('aria-label', field.closest('div')?.querySelector('label')?.textContent ?? '');
  slider.value = field.value;
  slider.addEventListener('input', () => { field.value = slider.value; });
  field.addEventListener('input', () => { slider.value = field.value; });
  field.after(slider);
}

/** Returns a step of about a two-hundredth of a range, a power of ten or half of one. @param {number} range */
function step(range) {
  const power = 10 ** Math.floor(Math.log10(range / 200));
  return range / 200 >= 5 * power ? 5 * power : power;
}

/** Shows the outcome of a try. @param {HTMLFormElement} form @param {Outcome} outcome @param {boolean} kept */
function showOutcome(form, outcome, kept) {
  const came = form.querySelector('.came');
  if (!came) return;
  came.classList.toggle('trouble', Boolean(outcome.trouble));
  if (outcome.trouble) {
    came.replaceChildren(piece('p', outcome.trouble));
    return;
  }
  const lines = (outcome.lines ?? []).map(({ holds, said: text }) => {
    const line = piece('li', text, holds ? 'ok' : '');
    line.prepend(piece('b', holds ? '✓ ' : '✗ '));
    return line;
  });
  form.querySelector('.stands')?.replaceChildren('With your values:');
  form.querySelector('.wanted')?.replaceChildren(...lines);
  const all = outcome.passed ? `Solved.${kept ? '' : ' This browser stores nothing, so this will be forgotten.'}` : 'Not solved yet.';
  const more = outcome.passed ? outcome.why : outcome.hint;
  came.replaceChildren(piece('p', all, outcome.passed ? 'passed' : ''), ...(more ? [piece('p', more, 'hint')] : []));
  const again = /** @type {HTMLButtonElement | null} */ (form.querySelector('.again'));
  if (again) again.hidden = false;
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
    showOutcome(form, outcome, kept);
    if (outcome.id && !outcome.trouble) keepTry(outcome.id, { values: asked.get(form) ?? entered(form), outcome });
    if (outcome.passed) {
      show();
      form.classList.add('solved');
    }
    if (asked.get(form)?.join('\n') !== entered(form).join('\n')) void check(form); // the input has changed meanwhile
  }
}

/** @type {Promise<void> | undefined} */
let started;

/** The values checked last. @type {WeakMap<HTMLFormElement, string[]>} */
const asked = new WeakMap();

/** @param {HTMLFormElement} form */
async function check(form) {
  if (form.ariaBusy) return;
  form.ariaBusy = 'true';
  const came = form.querySelector('.came');
  if (came && !came.childElementCount) came.replaceChildren(piece('p', 'Running…'));
  try {
    started ??= startTool('sitepages.wasm', () => { started = undefined; });
    await started;
    const exercise = JSON.parse(form.querySelector('script')?.textContent ?? '{}');
    const values = entered(form);
    asked.set(form, values);
    document.dispatchEvent(new CustomEvent('gbcheck', { detail: JSON.stringify({ exercise, values }) }));
  } catch (error) {
    started = undefined;
    form.ariaBusy = null;
    showOutcome(form, { id: '', passed: false, trouble: `It cannot be checked here: ${error instanceof Error ? error.message : String(error)}.` }, true);
  }
}

/** Passes an exercise on to the laboratory that its link opens. @param {HTMLFormElement} form */
function hand(form) {
  const link = form.querySelector('.actions a');
  const { scenario: _, ...exercise } = JSON.parse(form.querySelector('script')?.textContent ?? '{}');
  let title = '', text = '';
  for (let before = form.previousElementSibling; before && !title; before = before.previousElementSibling) {
    if (/^H[23]$/.test(before.tagName)) title = before.textContent?.replace(/\s*#$/, '').trim() ?? ''; // without the heading's link
    else text = `${before.textContent?.trim() ?? ''} ${text}`.trim();
  }
  try {
    sessionStorage.setItem('gridbox:task', JSON.stringify({ ...exercise, title, text, hash: link instanceof HTMLAnchorElement ? link.hash : '' }));
  } catch { /* then the laboratory opens without the task */ }
}

/** Reports whether the value of a field differs from that of the document. @param {HTMLFormElement} form */
const isTouched = (form) => fields(form).some((field) => field instanceof HTMLInputElement ? field.value !== field.defaultValue
  : field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected)));

/** The delay in milliseconds from a change of a field to its check. */
const RESTS = 500;

/** Checks while the user types. @param {HTMLFormElement} form @param {boolean} touched */
function live(form, touched) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => { void check(form); }, RESTS);
  };
  form.addEventListener('input', soon);
  const again = /** @type {HTMLButtonElement | null} */ (form.querySelector('.again'));
  again?.addEventListener('click', () => {
    keepTry(form.dataset.exercise ?? '', undefined);
    form.reset();
    fields(form).forEach((field) => { if (field.nextElementSibling instanceof HTMLInputElement) field.nextElementSibling.value = field.value; });
    soon();
  });
  if (touched) soon();
}

/** Attaches the course to a page of it. */
export function attachCourse() {
  show();
  window.addEventListener('storage', (event) => { if (event.key === KEY) show(); });
  document.addEventListener('gbverdict', (event) => verdict(/** @type {CustomEvent<string>} */ (event).detail));
  for (const form of forms()) {
    form.querySelector('button')?.removeAttribute('hidden');
    for (const field of fields(form)) slide(field);
    const touched = isTouched(form); // before this script ran
    if (!touched) resume(form);
    live(form, touched);
    form.querySelector('.actions a')?.addEventListener('click', () => hand(form));
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
    for (const id of Object.keys(tries())) keepTry(id, undefined);
    show();
    const status = document.getElementById('course-status');
    if (status) status.textContent = gone ? 'All solutions were deleted.' : 'This browser stores nothing.';
  });
}
