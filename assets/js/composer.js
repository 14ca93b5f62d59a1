// @ts-check
/**
 * The page that composes figures. Package app/composer in sitepages.wasm makes the contents of the page; this script
 * inserts them and passes on the input.
 */
import { asAddress, standalone } from './picture/alone.js';
import { startTool } from './program.js';

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const ask = (/** @type {object} */ what) => document.dispatchEvent(new CustomEvent('gbask', { detail: JSON.stringify(what) }));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;
let shown = '';

/**
 * Loads an address in the live figure, once the input has paused. It adds no entry to the history of the tab; the
 * current entry keeps the address for a reload.
 * @param {string} address
 */
function follow(address) {
  history.replaceState({ figure: address }, '');
  if (address === shown) return;
  clearTimeout(later);
  later = setTimeout(() => {
    shown = address;
    const frame = /** @type {HTMLIFrameElement} */ (element('live'));
    frame.contentWindow?.location.replace(address);
  }, shown ? 500 : 0);
}

/** @param {{figure?: string, focus?: string, fields?: Record<string, string>, open: boolean}} notice */
function heed(notice) {
  element('composer').hidden = !notice.open;
  if (notice.fields) {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[data-set]'))) input.value = notice.fields[input.dataset.set ?? ''] ?? '';
    const parts = (notice.fields.show || 'picture,table').split(',').map((word) => word.trim().split(':')[0]);
    for (const box of boxes()) box.checked = parts.includes(box.value);
    field('expect').checked = !!notice.fields.expect;
    field('still').checked = false;
    field('find').value = '';
  }
  if (notice.figure) follow(notice.figure);
  if (notice.focus) element(notice.focus)?.focus();
}

/** @returns {HTMLInputElement[]} */
const boxes = () => [...document.querySelectorAll('#show input')].map((box) => /** @type {HTMLInputElement} */ (box));

/** Returns the names of the checked parts; at least one is checked. @param {HTMLInputElement} last */
function parts(last) {
  if (!boxes().some((box) => box.checked)) last.checked = true;
  const names = boxes().filter((box) => box.checked).map((box) => box.value).join(',');
  return names === 'picture,table' ? '' : names;
}

/** @param {Event} event */
function changed(event) {
  const input = event.target;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
  const { path, edit, set } = input.dataset;
  if (edit) ask({ act: 'edit', path, field: edit, text: input.value });
  else if (set) ask({ act: 'set', field: set, text: input.value });
  else if (input.id === 'expect') ask({ act: 'set', field: 'expect', text: field('expect').checked ? 'yes' : '' });
  else if (input.id === 'still') keepStill();
  else if (input.id === 'width') element('live').className = input.value;
  else if (input instanceof HTMLInputElement && input.closest('#show')) ask({ act: 'set', field: 'show', text: parts(input) });
}

/** @param {Event} event */
function pressed(event) {
  const button = event.target instanceof Element ? event.target.closest('main button') : null;
  if (!(button instanceof HTMLElement) || button.getAttribute('aria-disabled') === 'true') return;
  const { ask: act, path, text, field: name } = button.dataset;
  if (act) ask({ act, path, text, field: name });
}

async function copy() {
  const button = element('copy'), was = button.textContent;
  button.textContent = await navigator.clipboard.writeText(element('text').textContent ?? '').then(() => 'Copied', () => 'The browser refuses; press Ctrl+C');
  const range = document.createRange();
  range.selectNodeContents(element('text'));
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  setTimeout(() => { button.textContent = was; }, 2000);
}

/** Widths at which a figure is measured: every ten pixels, and on both sides of each change of the layout. */
const widths = [...Array.from({ length: 69 }, (_, i) => 320 + 10 * i), 452, 453, 751, 752].sort((a, b) => a - b);

/**
 * Returns the heights that a page reserves for the figure, "320:1180 380:…". It measures all before the browser
 * draws again, so that the frame never appears at another width.
 * @param {HTMLIFrameElement} frame
 */
function heights(frame) {
  const figure = frame.contentDocument?.getElementById('figure');
  if (!figure) return '';
  frame.style.setProperty('max-width', 'none');
  const seen = widths.map((width) => {
    frame.style.setProperty('width', `${width}px`);
    return `${width}:${Math.ceil(figure.getBoundingClientRect().bottom + (frame.contentWindow?.scrollY ?? 0))}`;
  });
  for (const name of ['width', 'max-width']) frame.style.removeProperty(name);
  return seen.join(' ');
}

/** Puts the current picture into the code, or none. It is in light colours for paper, unless the author chose others.
 */
function keepStill() {
  const page = /** @type {HTMLIFrameElement} */ (element('live')).contentDocument;
  const svg = page?.querySelector('#fig-picture svg');
  let text = '';
  if (page && svg && field('still').checked) {
    const { dataset } = page.documentElement, { theme } = dataset;
    dataset.theme = theme ?? 'light';
    text = asAddress(standalone(/** @type {SVGSVGElement} */ (svg), true));
    if (theme === undefined) delete dataset.theme;
  }
  ask({ act: 'set', field: 'still', text });
}

/** Opens the file that was chosen. */
async function file() {
  const [chosen] = field('file').files ?? [];
  if (chosen) ask({ act: 'open', text: chosen.size > 4 << 20 ? 'too large' : await chosen.text() });
  field('file').value = '';
}

/** Opens the draft of this browser that was saved last. */
async function draft() {
  const { lastDraft } = await import('./crash.js');
  const last = await lastDraft();
  if (last) ask({ act: 'open', text: last.text });
  else element('said').textContent = 'There is no draft in this browser yet.';
}

/** Attaches the page that composes figures. */
export async function attachComposer() {
  document.addEventListener('gbshow', (event) => {
    const { part, html } = /** @type {CustomEvent<{part: string, html: string}>} */ (event).detail;
    const whole = element(part), { id } = document.activeElement ?? {};
    const within = id && whole.contains(document.activeElement);
    whole.innerHTML = html;
    if (within) document.getElementById(id)?.focus(); // drawn again, perhaps because the frame reported its height
  });
  document.addEventListener('gbnotice', (event) => heed(JSON.parse(/** @type {CustomEvent<string>} */ (event).detail)));
  try {
    await startTool('sitepages.wasm');
  } catch (error) {
    element('said').textContent = `Figures cannot be composed here: ${error instanceof Error ? error.message : String(error)}.`;
    return;
  }
  element('opening').hidden = false;
  document.addEventListener('click', pressed);
  element('main').addEventListener('change', changed);
  field('find').addEventListener('input', () => ask({ act: 'find', text: field('find').value }));
  field('file').addEventListener('change', () => void file());
  element('draft').addEventListener('click', () => void draft());
  element('copy').addEventListener('click', () => void copy());
  element('opening').addEventListener('submit', (event) => {
    event.preventDefault();
    ask({ act: 'open', text: field('link').value });
  });
  window.addEventListener('message', (event) => {
    const frame = /** @type {HTMLIFrameElement} */ (element('live'));
    if (event.source !== frame.contentWindow) return;
    if (event.data?.gridbox === 'answers') {
      ask({ act: 'set', field: 'answers', text: `${event.data.digest},${event.data.by}` });
      // The status may need more lines than before at other widths.
      ask({ act: 'set', field: 'height', text: `${Math.round(frame.getBoundingClientRect().height)} ${heights(frame)}` });
      if (field('still').checked) requestAnimationFrame(keepStill);
    }
    if (event.data?.gridbox !== 'height') return;
    const px = Number(event.data.px);
    if (px >= 80 && px <= 4000) {
      frame.style.setProperty('height', `${px}px`);
      ask({ act: 'set', field: 'height', text: `${px} ${heights(frame)}` });
    }
  });
  const open = () => ask({ act: 'open', text: history.state?.figure ?? location.search + location.hash });
  window.addEventListener('hashchange', open);
  open();
}
