// @ts-check
/**
 * The page of challenges. Package app/challengepage in sitepages.wasm makes the contents of the page; this script inserts them
 * and passes on the input.
 */
import { attach } from './editor.js';
import { onFiles } from './files.js';
import { asking } from './own.js';
import { startTool } from './program.js';

const KEY = 'gridbox:contest';

/** @typedef {{title: string, name: string, language: string, source: string}} Start */
/** @typedef {{challenge: string, name: string, language: string, source: string}} Written */

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const ask = (/** @type {object} */ what) => document.dispatchEvent(new CustomEvent('gbask', { detail: JSON.stringify(what) }));

/** @type {Record<string, Start[]>} */
let starts = {};
let language = 'formula';

/** Each language has an element of its own for the editor, because an editor keeps its element. */
function edit(/** @type {string} */ source) {
  const old = element('source'), kind = field('challenge').querySelector('option:checked')?.getAttribute('data-kind') ?? '';
  attach(old, {}).detach();
  const host = Object.assign(document.createElement('div'), { className: 'editor', id: 'source' });
  host.dataset.editor = language;
  old.replaceWith(host);
  attach(host, { text: source, label: 'Source', language: { name: language, ask: asking(kind, language) } });
}

const text = () => attach(element('source'), {}).text();

/** @returns {Written} */
const written = () => ({ challenge: field('challenge').value, name: field('name').value.trim(), language, source: text() });

/** Stores the input for a reload, if possible. */
function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(written()));
  } catch {
    // Then it ends with the page.
  }
}

/** @returns {Written | null} */
function remembered() {
  try {
    const was = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return was && starts[was.challenge] && typeof was.source === 'string' && typeof was.name === 'string' && typeof was.language === 'string' ? was : null;
  } catch {
    return null;
  }
}

/** Lists the initial policies, marks the challenge, and shows its task above the editor. */
function list() {
  const now = field('challenge').value;
  element('start').replaceChildren(new Option('Choose…', ''), ...['formula', 'javascript'].map((name) => {
    const group = document.createElement('optgroup');
    group.label = name === 'formula' ? 'Formulas' : 'Programs';
    starts[now].forEach((start, i) => { if (start.language === name) group.append(new Option(start.title, String(i))); });
    return group;
  }));
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-challenge]'))) card.classList.toggle('chosen', card.dataset.challenge === now);
  element('task').textContent = [...document.querySelectorAll('.chosen > p:not(.actions)')].map((p) => p.textContent).join(' ');
}

/** Puts an attempt into the form. @param {Written} w */
function take(w) {
  field('challenge').value = w.challenge;
  field('name').value = w.name;
  language = w.language;
  list();
  edit(w.source);
}

/** @param {string} id of a challenge */
function choose(id) {
  const kind = () => field('challenge').querySelector('option:checked')?.getAttribute('data-kind');
  const was = kind();
  field('challenge').value = id;
  if (kind() !== was) {
    const [first] = starts[id]; // a policy for another challenge reads other names
    take({ challenge: id, name: 'mine', language: first.language, source: first.source });
  }
  list();
  remember();
}

/** @param {{busy: boolean, take?: {challenge: string, policy: {id: string, language: string, source: string}}, best?: Record<string, number>, fault?: {start?: number, end?: number, why: string}}} notice */
function heed(notice) {
  field('contest').ariaBusy = notice.busy ? 'true' : null;
  /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('.contest .run')).forEach((button) => { button.disabled = notice.busy; });
  /** @type {HTMLButtonElement} */ (document.querySelector('[data-ask="cancel"]')).disabled = !notice.busy;
  if (notice.take) {
    const { challenge, policy } = notice.take;
    take({ challenge, name: policy.id, language: policy.language, source: policy.source });
    remember();
    element('contest').scrollIntoView();
    attach(element('source'), {}).focus();
  }
  if (notice.best) {
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-challenge]'))) {
      const best = notice.best[card.dataset.challenge ?? ''];
      /** @type {HTMLElement} */ (card.querySelector('.best')).textContent = best === undefined ? '' : `Your best: ${best}`;
    }
  }
  attach(element('source'), {}).setFaults(notice.fault ? [{ ...notice.fault, path: '' }] : []);
}

/** Handles the request of a button. @param {HTMLElement} button */
async function pressed(button) {
  const { ask: act, key, choose: id, copy: link, save, name } = button.dataset;
  if (act) ask({ act, ...(key === undefined ? {} : { key }) });
  if (id) {
    choose(id);
    element('contest').scrollIntoView();
    attach(element('source'), {}).focus();
  }
  if (link) {
    const was = button.textContent;
    button.textContent = await navigator.clipboard.writeText(location.href.replace(/#.*$/, '') + link).then(() => 'Copied', () => 'The browser refuses');
    setTimeout(() => { button.textContent = was; }, 2000);
  }
  if (save) {
    const address = URL.createObjectURL(new Blob([save], { type: 'application/json' }));
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  }
}

/** Opens the attempt in the address, if there is one. */
function follow() {
  if (/^#c\d+\./.test(location.hash)) ask({ act: 'open', link: location.hash });
}

/** Attaches the page of challenges. */
export async function attachContest() {
  starts = JSON.parse(element('starts').textContent ?? '{}');
  const base = document.documentElement.dataset.base ?? '';
  document.addEventListener('gbshow', (event) => {
    const { part, html } = /** @type {CustomEvent<{part: string, html: string}>} */ (event).detail;
    element(part).innerHTML = html;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (element(part).querySelectorAll('a[data-lab]'))) link.href = `${base}/lab/${link.dataset.lab}`;
  });
  document.addEventListener('gbnotice', (event) => heed(JSON.parse(/** @type {CustomEvent<string>} */ (event).detail)));
  try {
    Object.assign(window, { gridboxFiles: onFiles });
    await startTool('sitepages.wasm');
  } catch (error) {
    element('contest').remove();
    element('table').textContent = `Attempts cannot be made here: ${error instanceof Error ? error.message : String(error)}.`;
    return;
  }
  const first = starts[field('challenge').value][0];
  take(remembered() ?? { challenge: field('challenge').value, name: 'mine', language: first.language, source: first.source });
  for (const hidden of document.querySelectorAll('#contest, [data-choose]')) hidden.removeAttribute('hidden');
  field('challenge').addEventListener('change', () => {
    const id = field('challenge').value;
    const card = document.querySelector('.chosen'); // the form already shows the new one
    field('challenge').value = card?.getAttribute('data-challenge') ?? id;
    choose(id);
  });
  element('start').addEventListener('change', () => {
    const chosen = starts[field('challenge').value][Number(field('start').value)];
    if (!field('start').value || !chosen) return;
    take({ challenge: field('challenge').value, name: `my-${chosen.name}`, language: chosen.language, source: chosen.source });
    remember();
  });
  element('contest').addEventListener('gbtext', remember);
  field('name').addEventListener('change', remember);
  element('contest').addEventListener('submit', (event) => {
    event.preventDefault();
    remember();
    ask({ act: 'run', ...written() });
  });
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('main button') : null;
    if (button instanceof HTMLElement) void pressed(button);
  });
  ask({ act: 'list' });
  follow();
  window.addEventListener('hashchange', follow);
}
