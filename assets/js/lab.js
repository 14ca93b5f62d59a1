// @ts-check
/**
 * The script of the laboratory's page: gives Go the adapters under
 * window.gridbox, listens for what concerns the page as a whole, and starts
 * app.wasm.
 */
import { boot } from './boot.js';
import { clear, draw } from './chart.js';
import { attach as attachEditor } from './editor.js';
import { startKeys } from './keys.js';
import { stayReady } from './offline.js';
import { afterSync, page, startPage } from './page.js';
import { attach } from './picture.js';

/** @typedef {import('./page.js').News} News */

/** Gestures on the picture follow the tool in hand and what is selected. */
function syncPicture() {
  const host = document.querySelector('#lab .canvas');
  if (host instanceof HTMLElement) {
    attach(host, {}).set({ tool: host.dataset.tool ?? 'select', dataset: host.dataset.dataset ?? '' });
  }
  for (const marks of document.querySelectorAll('#lab [data-marks]')) {
    if (marks instanceof HTMLElement) attach(marks, { editable: false, wheel: 'ctrl' });
  }
}

/** @param {Event} e */
function zoomPicture(e) {
  const host = document.querySelector('#lab .canvas');
  if (!(e instanceof CustomEvent) || !(host instanceof HTMLElement)) return;
  const picture = attach(host, {});
  if (e.detail.how === 'fit') picture.fit();
  else picture.zoomBy(e.detail.how === 'in' ? 1.3 : 1 / 1.3);
}

/** The editor holds the text while the document is shown. @param {News} news */
function syncEditor(news) {
  const host = document.querySelector('#lab [data-editor]');
  if (!(host instanceof HTMLElement) || news.text === undefined) return;
  const editor = attachEditor(host, { text: news.text, label: 'The document as text' });
  if (editor.text() !== news.text) editor.setText(news.text);
  editor.setFaults(JSON.parse(news.faults ?? '[]'));
}

// The plain drawing stands at once; Vega takes its place once things have come
// to rest, so that it never slows down what a person does.
const rest = 350;
let chart = '';
let drawn = '';
let timer = 0;

/** @param {News} news */
function syncChart(news) {
  chart = news.chart ?? chart;
  clearTimeout(timer);
  timer = window.setTimeout(drawChart, rest);
}

async function drawChart() {
  const host = document.querySelector('#lab [data-chart]');
  if (!(host instanceof HTMLElement) || !host.offsetParent) return;
  if (!chart) {
    drawn = '';
    clear(host);
    return;
  }
  if (drawn === chart && host.classList.contains('gb-drawn')) return;
  drawn = chart;
  await draw(host, chart).catch((error) => console.warn('The chart stays as it was drawn plainly:', error));
}

afterSync.push(syncPicture, syncEditor, syncChart);
document.addEventListener('gbzoom', zoomPicture, true);
Object.assign(window, { gridbox: Object.assign(/** @type {any} */ (window).gridbox ?? {}, { page }) });
startPage();
startKeys();
stayReady(document.documentElement.dataset.base ?? '', 'lab');
boot();
