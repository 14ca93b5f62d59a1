// @ts-check
/**
 * The script of the laboratory's page: it has the adapters that the laboratory calls, listens for events of the page
 * as a whole, and starts the laboratory.
 */
import { boot, readConfig } from './boot.js';
import { clear, offer } from './chart.js';
import { startClipboard } from './clipboard.js';
import { startDrops } from './drop.js';
import { attach as attachEditor } from './editor.js';
import { settle, startField, syncField } from './field.js';
import { syncGallery } from './gallery.js';
import { startGlossary } from './glossary.js';
import { syncOwn } from './own.js';
import { startKeys } from './keys.js';
import { startLights } from './lights.js';
import { ofLibrary, startLibrary } from './library.js';
import { isTextNewer, send, turned } from './link.js';
import { startStops } from './stops.js';
import { keep, stayReady } from './offline.js';
import { afterSync, ask, page, startPage, within } from './page.js';
import { attach } from './picture.js';
import { patch } from './picture/patch.js';
import { startRuns } from './runs.js';
import { startSides } from './sides.js';

/** @typedef {import('./page.js').News} News */

/** Sets the gestures on the picture for the current tool and selection. */
function syncPicture() {
  const host = document.querySelector('#lab .canvas');
  if (host instanceof HTMLElement) {
    attach(host, {}).set({ tool: host.dataset.tool ?? 'select', dataset: host.dataset.dataset ?? '', editable: !host.closest('[data-lecture]') });
  }
  showLine();
  for (const marks of within('[data-marks]')) {
    if (marks instanceof HTMLElement) attach(marks, { editable: false, wheel: 'ctrl' });
  }
}

/** The line of the pseudo-code of the current step. @type {Element | undefined} */
let line;

/** Scrolls only the panel next to the steps to the current line. */
function showLine() {
  const [now] = within('.code [aria-current]'), room = now?.closest('.scores');
  if (now !== line && room) {
    const at = now.getBoundingClientRect(), view = room.getBoundingClientRect();
    if (at.top < view.top || at.bottom > view.bottom) room.scrollTop += at.top - view.top - (view.height - at.height) / 2;
  }
  line = now;
}

/** @param {Event} e */
function zoomPicture(e) {
  const host = document.querySelector('#lab .canvas');
  if (!(e instanceof CustomEvent) || !(host instanceof HTMLElement)) return;
  const picture = attach(host, {});
  if (e.detail.how === 'fit') picture.fit();
  else picture.zoomBy(e.detail.how === 'in' ? 1.3 : 1 / 1.3);
}

/** Puts the text into the editor while the document is shown. @param {News} news */
function syncEditor(news) {
  if (news.text === undefined || news.policy !== undefined) return;
  const [host] = within('[data-editor]');
  if (!(host instanceof HTMLElement)) return;
  const editor = attachEditor(host, { text: news.text, label: 'The document as text', language: { name: 'json', root: 'document', ask } });
  if (isTextNewer()) return;
  if (editor.text() !== news.text) editor.setText(news.text);
  editor.setFaults(JSON.parse(news.faults ?? '[]'));
}

/** @type {HTMLElement | undefined} */
let host;
let chart = '';
let chartChanged = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/** @param {News} news */
function syncChart(news) {
  // If charts change, the user is likely to touch one, perhaps offline, so Vega is loaded after the answers.
  chartChanged ||= Boolean(chart && news.chart && news.chart !== chart);
  if (chartChanged && !document.querySelector('#lab .control [data-act="cancel"]')) later ??= setTimeout(() => keep('charts'), 4000);
  chart = news.chart ?? chart;
  const [now] = within('[data-chart]');
  if (host && (host !== now || !chart)) clear(host);
  host = now instanceof HTMLElement ? now : undefined;
  if (host && chart) offer(host, chart);
}

/** Loads the styles that the first screen does not need, before lab.css, which takes precedence. */
function styleLater() {
  const later = document.createElement('link');
  later.rel = 'stylesheet';
  later.href = readConfig().later;
  document.querySelector('link[rel="stylesheet"]')?.before(later);
}

/** Milliseconds that a program may take to start before the page continues with other work. */
const PATIENCE = 10_000;

/**
 * Stores the laboratory for offline use, once the page is live and drawn: hashing and writing 22 MB takes longer
 * than starting the program, on the same processors.
 */
async function keepLater() {
  await new Promise((alive) => {
    afterSync.push(alive);
    setTimeout(alive, PATIENCE); // a program that does not start may have a newer version
  });
  await new Promise((drawn) => { setTimeout(drawn, 200); });
  await stayReady(document.documentElement.dataset.base ?? '');
  await keep('lab');
}

/**
 * Prepares for the end of the page: sends text that is being typed to the laboratory, which
 * notes what is unsaved.
 * @param {boolean} going
 */
function leave(going) {
  if (going) {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.dataset.field) settle(field);
    const host = document.querySelector('#lab [data-editor]');
    if (host instanceof HTMLElement && host.firstElementChild) attachEditor(host, {}).report();
  }
  send('leaving', {});
}

window.addEventListener('pagehide', (e) => {
  leave(true);
  turned(e);
});
window.addEventListener('pageshow', turned);
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') leave(false); });
afterSync.push(syncPicture, syncEditor, syncOwn, syncChart, syncGallery, syncField);
document.addEventListener('gbzoom', zoomPicture, true);
Object.assign(window, { gridbox: Object.assign(/** @type {any} */ (window).gridbox ?? {}, { patch, page: { ...page, ...ofLibrary } }) });
styleLater();
startPage();
startSides();
startLibrary();
startStops();
startKeys();
startGlossary();
startLights();
startRuns();
startField();
startDrops();
startClipboard();
boot();
keepLater();
