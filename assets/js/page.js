// @ts-check
/**
 * The parts of the laboratory's page that elements cannot express. Go calls the functions
 * of `page`. The page reports by custom events at the root element: gbfile {name, text},
 * gbfiles {files, mappings}, gbpage {what, to}. The only state here is that of a browser.
 */

import * as chart from './chart.js';
import { kept } from './crash.js';
import { copyOut, offerCopy, pasteIn, tab } from './clipboard.js';
import { attach as editorOf } from './editor.js';
import { closeForm, focusAgain, openForm, placeForm } from './form.js';
import { askLaboratory, isNewer } from './link.js';
import { standalone } from './picture/alone.js';
import { moveSide } from './sides.js';
import { startViews, syncView } from './views.js';

const root = () => document.getElementById('lab');

/** @param {string} type @param {object} detail */
export function report(type, detail) {
  root()?.dispatchEvent(new CustomEvent(type, { detail }));
}

/**
 * The data that Go sends after the views are drawn. chart is set if it changed, text and faults while the document
 * is shown, or with policy and kind the source of a policy. standing and step are for policypanel.js.
 * @typedef {{theme: string, dialog: string, title: string, view: string, chart?: string, text?: string, faults?: string, policy?: string, kind?: string, standing?: string, step?: string}} News
 */

/**
 * Returns the elements of a selector outside of the picture, which has most of the page's elements.
 * @param {string} selector @returns {Element[]}
 */
export function within(selector) {
  const parts = [...root()?.children ?? []].flatMap((part) => (part.id === 'picture' ? [...part.querySelectorAll(':scope > :not(.stage), :scope > .stage > :not(.canvas)')] : [part]));
  return parts.flatMap((part) => [...part.matches(selector) ? [part] : [], ...part.querySelectorAll(selector)]);
}

/** Updates the page to the state. @param {News} state */
function sync(state) {
  syncFields();
  syncDialog();
  placeForm();
  syncFocus();
  const html = document.documentElement;
  if (state.theme) html.dataset.theme = state.theme;
  syncView(state.view);
  const title = state.title ? `${state.title} – Gridbox laboratory` : 'Gridbox laboratory';
  if (document.title !== title) document.title = title;
  for (const update of afterSync) update(state);
}

/** Functions of other adapters that update their parts together with the page. @type {((news: News) => void)[]} */
export const afterSync = [];

/**
 * The values set in fields, until a user changes them. Reading a field would cost the browser more than all other
 * work here.
 * @type {WeakMap<EventTarget, string>}
 */
const written = new WeakMap();

/** The value of each field that the laboratory sent last. @type {WeakMap<EventTarget, string>} */
const values = new WeakMap();

/** Fields with text that was typed and is not applied yet. @type {WeakSet<EventTarget>} */
const typing = new WeakSet();
document.addEventListener('input', ({ target }) => { if (target) { written.delete(target); typing.add(target); } }, true);
for (const type of ['change', 'focusout']) document.addEventListener(type, ({ target }) => { if (target) { written.delete(target); typing.delete(target); } }, true);

/** Sets the values of fields, except if the user is typing, or has typed since the state that the laboratory sent. */
function syncFields() {
  for (const el of within('[data-value], [data-field], [data-find], [data-checked]')) {
    if (isNewer(el) || typing.has(el)) continue;
    const { value = '', checked } = /** @type {HTMLElement} */ (el).dataset;
    const mayWrite = el !== document.activeElement || values.get(el) !== value;
    values.set(el, value);
    if (checked !== undefined) {
      if (el instanceof HTMLInputElement) el.checked = checked === 'true';
    } else if (el instanceof HTMLSelectElement && ![...el.options].some((o) => o.value === value)) {
      el.selectedIndex = 0;
    } else if (el instanceof HTMLSelectElement || el instanceof HTMLInputElement && (el.type === 'range' || mayWrite && written.get(el) !== value)) {
      if (el.value !== value) el.value = value;
      if (el.value === value) written.set(el, value);
    }
  }
}

/**
 * The control that had the focus, as a selector, if its element may be replaced: the laboratory replaces the
 * prerendered page as a whole, and a chart with every view of a study. The focus goes to the same control of the new
 * elements.
 */
let focused = '';
let prerendered = true;
const naming = ['id', 'data-act', 'data-id', 'data-arg', 'data-kind', 'data-look', 'data-of', 'data-field', 'name', 'href'];

/** @param {Element} el */
function selectorOf(el) {
  return el.localName + naming.filter((name) => el.hasAttribute(name)).map((name) => `[${name}="${CSS.escape(el.getAttribute(name) ?? '')}"]`).join('');
}

/** @param {EventTarget | null} target */
function watchFocus(target) {
  const at = target instanceof Element ? target.closest(prerendered ? '#lab *' : '.plot [data-act]') : null;
  focused = at ? selectorOf(at) : '';
}

/** @param {EventTarget | null} target */
function watchBlur(target) {
  // A replaced element is gone by then; any other one keeps it no longer.
  setTimeout(() => { if (target instanceof Element && target.isConnected && target !== document.activeElement && document.activeElement === document.body) focused = ''; });
}

function syncFocus() {
  const again = focused && document.activeElement === document.body ? document.querySelector(`#lab ${focused}`) : null;
  if (again instanceof HTMLElement || again instanceof SVGElement) again.focus({ preventScroll: true });
  if (prerendered) {
    prerendered = false;
    watchFocus(document.activeElement);
  }
}

/** The element that had the focus before the dialog, and the name of the dialog. @type {Element | null} */
let opener = null;
let opened = '';

/** The position at which the menu of a thing was requested, by a right click or a long press. @type {{x: number, y:
 * number} | null} */
let asked = null;

/** Places the menu of a thing at the pointer. The styles place other menus. @param {HTMLDialogElement} dialog */
function placeMenu(dialog) {
  const at = opened === 'edit' ? asked : null;
  dialog.style.left = at ? `${Math.max(8, Math.min(at.x, innerWidth - 340))}px` : '';
  dialog.style.top = at ? `${Math.max(8, Math.min(at.y, innerHeight - 360))}px` : '';
  asked = null;
}

/** Opens the menu of a thing after a right click or a long press. @param {MouseEvent} e */
function openContext(e) {
  const at = e.target instanceof Element ? e.target.closest('#lab .canvas [data-kind][data-id], #side [data-list] tr') : null;
  const name = at?.querySelector('.pick')?.getAttribute('data-id');
  const id = name ?? (at?.matches('[data-kind]') ? `${at.getAttribute('data-kind')}:${at.getAttribute('data-id')}` : null);
  if (id === null || e.target instanceof HTMLInputElement) return;
  e.preventDefault();
  asked = { x: e.clientX, y: e.clientY };
  report('gbkey', { act: 'context', id, at: '' });
}

/** Opens and closes the dialog according to data-open, and restores the focus. */
function syncDialog() {
  const [dialog] = within('dialog');
  if (!(dialog instanceof HTMLDialogElement)) return;
  const open = dialog.getAttribute('data-open') === 'true';
  if (open && !dialog.open) {
    opener = document.activeElement;
    opened = dialog.dataset.dialog ?? '';
    placeMenu(dialog);
    dialog.showModal();
    const first = dialog.querySelector('.dialog-body :is(input, select, .cards button, .menu button, .primary)') ?? dialog.querySelector('.dialog-head button');
    if (first instanceof HTMLElement) first.focus();
    if (first instanceof HTMLInputElement && first.readOnly) first.select();
  } else if (open && opened !== dialog.dataset.dialog) { // a dialog has opened another one
    opened = dialog.dataset.dialog ?? '';
    const first = dialog.querySelector('.dialog-body :is(input, select, button)');
    if (first instanceof HTMLElement) first.focus();
  } else if (!open && dialog.open) {
    dialog.close();
    // In a new problem the focus goes to the first step.
    const first = opened === 'open' ? document.querySelector('#lab .begin .primary') : null;
    if (first instanceof HTMLElement && first.checkVisibility()) first.focus();
    else if (opener) focusAgain(opener);
    opener = null;
  }
}

/** @param {string} how in, out or fit */
function zoom(how) {
  document.querySelector('#lab .canvas')?.dispatchEvent(new CustomEvent('gbzoom', { detail: { how } }));
}

/** Lets the user choose a file, and reports its text. */
function chooseFile() {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => { if (input.files?.length) read([...input.files]); });
  input.click();
}

/** The maximal size of a file in bytes; larger files are refused before they fill the memory. */
const mostBytes = 256 * 1024 * 1024;

/** @param {File[]} files */
async function read(files) {
  const large = files.find((file) => file.size > mostBytes);
  if (large) {
    report('gbfile', { name: large.name, text: '', why: `${large.name} has ${Math.round(large.size / 1e6)} MB; a file may have 268 MB at most. The command line, gridbox import, takes larger ones.` });
    return;
  }
  const read = await Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
  report('gbfiles', { files: read, mappings: remembered('mappings') });
}

/** @param {string} id of the field or element whose text is copied */
async function copy(id) {
  const field = document.getElementById(id);
  if (!field) return;
  if (field instanceof HTMLInputElement) field.select();
  else getSelection()?.selectAllChildren(field);
  let done = false;
  try {
    await navigator.clipboard.writeText(field instanceof HTMLInputElement ? field.value : field.textContent ?? '');
    done = true;
  } catch {
    done = document.execCommand('copy');
  }
  const button = document.querySelector(`#lab [data-act="copy"][data-id="${id}"]`);
  if (button) {
    const before = button.textContent;
    button.textContent = done ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => { button.textContent = before; }, 1600);
  }
}

/** Shares an address by the system's dialog; without one, copies it. @param {string} title @param {string} url */
async function send(title, url) {
  try {
    if (navigator.share) await navigator.share({ title, url });
    else await copy('share-link');
  } catch (err) {
    if (!(err instanceof DOMException && err.name === 'AbortError')) await copy('share-link'); // the user has cancelled
  }
}

/** @param {string} name @param {string} mime @param {string | Blob} text */
function download(name, mime, text) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(new Blob([text], { type: mime }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** Downloads a binary file, given in base64. @param {string} name @param {string} mime @param {string} coded */
function downloadBytes(name, mime, coded) {
  download(name, mime, new Blob([Uint8Array.from(atob(coded), (sign) => sign.charCodeAt(0))]));
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(`gridbox:${key}`, value);
  } catch {
    // Refused in some private windows; the choice then lasts as long as the page.
  }
}

/** Starts the tour, or remembers that the user declined it. @param {string} [how] "no" */
async function tour(how) {
  remember('tour', 'seen');
  document.documentElement.dataset.toured = '';
  if (how !== 'no') await (await import('./tour.js')).start();
}

/** @param {string} key @returns {string} */
function remembered(key) {
  try {
    return localStorage.getItem(`gridbox:${key}`) ?? '';
  } catch {
    return '';
  }
}

const holding = kept.text;

/** Stores a text with faults for a reload of this tab; an empty one removes it. @param {string} text */
function hold(text) {
  try {
    if (text) sessionStorage.setItem(holding(), text);
    else sessionStorage.removeItem(holding());
  } catch {
    // Refused or full: the text then lasts as long as the page.
  }
}

function held() {
  try {
    return sessionStorage.getItem(holding()) ?? '';
  } catch {
    return '';
  }
}

const TASK = 'gridbox:task';

/** Returns, once, the draft that was put aside after a crash; "-" if it had no slot. */
function aside() {
  try {
    const slot = sessionStorage.getItem(kept.aside()) ?? '';
    sessionStorage.removeItem(kept.aside());
    return slot;
  } catch {
    return '';
  }
}

/** Returns the exercise that a lesson has stored for the link of this address, or that was open before a reload. */
function task() {
  try {
    const text = sessionStorage.getItem(TASK) ?? '';
    const { hash } = JSON.parse(text || '{}');
    if (!location.search && (!location.hash || location.hash === hash)) return text;
    sessionStorage.removeItem(TASK);
  } catch { /* then there is none */ }
  return '';
}

function endTask() {
  try {
    sessionStorage.removeItem(TASK);
  } catch { /* it was not kept */ }
}

/** Returns the editor of the document if it is shown. */
function editor() {
  const host = document.querySelector('#lab [data-editor]');
  return host instanceof HTMLElement && host.firstElementChild ? editorOf(host, {}) : null;
}

/** Moves the cursor to a range of the document's text, given in bytes. @param {number} from @param {number} to */
function goTo(from, to) { editor()?.goTo(from, to); }

/** Marks lines of the document's text, given in bytes; with taking, the cursor moves too. @param {number} from @param
 * {number} to @param {boolean} taking */
function showLines(from, to, taking) { editor()?.reveal(from, to, taking); }

/** Scrolls an element into view. @param {string} id */
function intoView(id) { document.getElementById(id)?.scrollIntoView({ block: 'nearest' }); }

/** Opens the fold in a part of the page, shows the part and moves the focus to its first field. @param {string} id */
function unfold(id) {
  const part = document.getElementById(id), fold = part?.querySelector('details');
  if (fold) fold.open = true;
  part?.scrollIntoView({ block: 'start' });
  const field = part?.querySelector('select, input, button');
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

/** Moves the focus to an element that has just appeared, so that it gets keys. @param {string} id */
function focusOn(id) { document.getElementById(id)?.focus({ preventScroll: true }); }

/** Runs a command of the editor. @param {string} name */
function write(name) { editor()?.command(name); }

/** Sends Go a question about the document's text. @param {import('./editor.js').Question} question @returns
 * {Promise<any>} */
export function ask(question) {
  const { text, ...rest } = question;
  const bytes = text ? new TextEncoder().encode(text) : null; // bytes, which Go receives without further copies
  return askLaboratory({ ...rest, bytes }).then((answer) => JSON.parse(answer));
}

/** Attaches the listeners of the page as a whole. */
export function startPage() {
  startViews((view) => report('gbpage', { what: 'view', to: view }));
  document.addEventListener('dragover', (e) => {
    if (e.dataTransfer?.types.includes('Files')) {
      e.preventDefault();
      root()?.setAttribute('data-drop', 'true');
    }
  });
  document.addEventListener('dragleave', (e) => { if (!e.relatedTarget) root()?.removeAttribute('data-drop'); });
  document.addEventListener('drop', (e) => {
    root()?.removeAttribute('data-drop');
    const files = [...e.dataTransfer?.files ?? []];
    if (!files.length) return;
    e.preventDefault();
    read(files);
  });
  // The browser closes a dialog at Escape on its own; the state follows. The
  // event may come when another dialog is open already, so it names its dialog.
  /** @param {Event} e */
  const leave = (e) => {
    if (e.target instanceof HTMLDialogElement) report('gbpage', { what: 'dialog', to: '', of: e.target.dataset.dialog ?? '' });
  };
  document.addEventListener('cancel', (e) => {
    e.preventDefault();
    leave(e);
  }, true);
  document.addEventListener('contextmenu', openContext);
  watchFocus(document.activeElement);
  document.addEventListener('focusin', (e) => watchFocus(e.target));
  document.addEventListener('focusout', (e) => watchBlur(e.target));
  document.addEventListener('click', leave);
  // A passing message stays while the pointer or the focus is on one of its buttons.
  let held = false;
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, (e) => {
      const on = e.target instanceof Element && e.target.closest('#lab .alerts') !== null;
      if (on !== held) report('gbpage', { what: 'hold', to: String(held = on) });
    });
  }
  watchMedia('(max-width: 800px)', 'narrow');
  watchMedia('(prefers-color-scheme: dark)', 'dark');
}

/** @param {string} query @param {string} what */
function watchMedia(query, what) {
  matchMedia(query).addEventListener('change', (e) => report('gbpage', { what, to: String(e.matches) }));
}

/** Puts the cursor into a field of the form. @param {string} name */
function focusField(name) {
  placeForm();
  const field = document.querySelector(`#form [data-field$=".${name}"]`);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

/** Moves the focus to a part of the page, in the picture to its tab stop. @param {string} id */
function jump(id) {
  const part = document.getElementById(id);
  const stop = part?.querySelector('.canvas [tabindex="0"]') ?? part;
  if (stop instanceof HTMLElement || stop instanceof SVGElement) stop.focus();
}

/** Removes the scenario from the address bar once it is open. */
function clearAddress() {
  history.replaceState(history.state, '', location.pathname);
}

/** Saves the picture as a self-contained file, in the current colours. @param {string} name */
function savePicture(name) {
  const svg = document.querySelector('#lab .canvas svg');
  if (svg instanceof SVGSVGElement) download(name, 'image/svg+xml', standalone(svg));
}

/** Downloads the chart. @param {string} name @param {string} how svg or png */
async function exportChart(name, how) {
  const host = document.querySelector('#lab [data-chart]');
  if (!(host instanceof HTMLElement)) return;
  if (how === 'svg') download(`${name}.svg`, 'image/svg+xml', await chart.svg(host));
  else download(`${name}.png`, 'image/png', await chart.png(host, 2));
}

/**
 * Downloads a chart that is not shown.
 * @param {string} name
 * @param {string} how svg or png
 * @param {string} spec
 */
async function exportSpec(name, how, spec) {
  const { svg, png } = await chart.ofSpec(JSON.parse(spec), 720);
  if (how === 'svg') download(`${name}.svg`, 'image/svg+xml', await svg());
  else download(`${name}.png`, 'image/png', await png());
}

/** Fills the screen, or leaves it; where that is not allowed the page fills its window, which does as well. @param {boolean} [on] the other of both without it */
function fullscreen(on = !document.fullscreenElement) {
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** Opens the browser's dialog for printing. */
function print() {
  window.print();
}

export const page = { openForm, closeForm, print, task, endTask, sync, zoom, chooseFile, copy, send, download, downloadBytes, remember, remembered, hold, held, aside, moveSide, goTo, showLines, write, intoView, unfold, focusOn, focusField, jump, clearAddress, savePicture, exportChart, exportSpec, copyOut, offerCopy, pasteIn, tab, tour, fullscreen };
