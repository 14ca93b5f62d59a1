// @ts-check
/**
 * The list of runs: dragging a run by its handle, keys for the run with the focus,
 * and keeping the focus with a moved run. Go receives `gbkey` with {act, id} and
 * decides the order; this script only moves pixels during a drag.
 */
import { isSeen, lastSent } from './link.js';
import { afterSync, report } from './page.js';

/**
 * A drag under way: the rows in their former positions, the position where the drag began, and the index that the
 * run would get.
 * @typedef {{row: HTMLElement, rows: HTMLElement[], tops: number[], heights: number[], from: number, to: number, startY: number, lastY: number, scroller: HTMLElement | null, scrolled: number, pointer: number, frame: number}} Drag
 */

/** @type {Drag | null} */
let drag = null;

/** The run and the control that get the focus once the list is drawn after an event. @type {{run: string, part:
 * string, event: number} | null} */
let follow = null;

/** @param {EventTarget | null} target @param {string} selector */
const around = (target, selector) => {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
};

/** Returns the element that scrolls the list. @param {HTMLElement} el */
function scrollerOf(el) {
  for (let at = el.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

/** @param {PointerEvent} e */
function take(e) {
  const grip = around(e.target, '#lab [data-runs] .grip');
  const row = around(grip, '[data-run]');
  if (!grip || !row || !row.parentElement || e.button !== 0 || drag) return;
  const rows = /** @type {HTMLElement[]} */ ([...row.parentElement.children].filter((el) => el instanceof HTMLElement));
  const boxes = rows.map((el) => el.getBoundingClientRect());
  const from = rows.indexOf(row);
  const scroller = scrollerOf(row);
  drag = {
    row, rows, from, to: from, startY: e.clientY, lastY: e.clientY, scroller, scrolled: scroller?.scrollTop ?? 0, pointer: e.pointerId, frame: 0,
    tops: boxes.map((b) => b.top), heights: boxes.map((b) => b.height),
  };
  grip.setPointerCapture(e.pointerId);
  row.classList.add('dragged');
  row.parentElement.classList.add('dragging');
  grip.focus();
  e.preventDefault();
}

/** Returns the movement of the pointer since the beginning, scrolling included. @param {Drag} d */
const moved = (d) => d.lastY - d.startY + (d.scroller ? d.scroller.scrollTop - d.scrolled : 0);

/** Shows the rows in the order after the drag. @param {Drag} d */
function place(d) {
  const by = moved(d);
  const middle = d.tops[d.from] + d.heights[d.from] / 2 + by;
  d.to = d.from;
  for (let i = 0; i < d.rows.length; i += 1) {
    const other = d.tops[i] + d.heights[i] / 2;
    if (i < d.from && middle < other) d.to = Math.min(d.to, i);
    if (i > d.from && middle > other) d.to = i;
  }
  const gap = d.rows.length > 1 ? Math.max(0, d.tops[1] - d.tops[0] - d.heights[0]) : 0;
  d.rows.forEach((el, i) => {
    let shift = 0;
    if (el === d.row) shift = by;
    else if (i > d.from && i <= d.to) shift = -d.heights[d.from] - gap;
    else if (i < d.from && i >= d.to) shift = d.heights[d.from] + gap;
    el.style.translate = shift ? `0 ${shift}px` : '';
  });
}

/** Scrolls the list if the pointer is near its edge. */
function scroll() {
  if (!drag?.scroller) return;
  const box = drag.scroller.getBoundingClientRect();
  const edge = 40;
  const by = drag.lastY < box.top + edge ? -8 : drag.lastY > box.bottom - edge ? 8 : 0;
  if (by) {
    drag.scroller.scrollTop += by;
    place(drag);
  }
  drag.frame = requestAnimationFrame(scroll);
}

/** @param {PointerEvent} e */
function carry(e) {
  if (!drag || e.pointerId !== drag.pointer) return;
  drag.lastY = e.clientY;
  place(drag);
  if (!drag.frame) drag.frame = requestAnimationFrame(scroll);
}

/** Restores the positions of the rows. */
function release() {
  const d = drag;
  drag = null;
  if (!d) return null;
  cancelAnimationFrame(d.frame);
  for (const el of d.rows) el.style.translate = '';
  d.row.classList.remove('dragged');
  d.row.parentElement?.classList.remove('dragging');
  return d;
}

/** @param {PointerEvent} e */
function drop(e) {
  if (!drag || e.pointerId !== drag.pointer) return;
  const d = release();
  const run = d?.row.dataset.run;
  if (!d || !run || d.to === d.from) return;
  report('gbkey', { act: 'run-to', id: `${run} ${d.to}` });
  follow = { run, part: 'grip', event: lastSent() };
}

/** @param {KeyboardEvent} e */
function press(e) {
  if (drag && e.key === 'Escape') {
    release();
    e.preventDefault();
    return;
  }
  const row = around(e.target, '#lab [data-runs] [data-run]');
  const run = row?.dataset.run;
  if (!row || !run || e.shiftKey) return;
  const arrow = e.altKey && !e.ctrlKey && !e.metaKey && (e.key === 'ArrowUp' || e.key === 'ArrowDown');
  const copy = !e.altKey && (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'd';
  if (!arrow && !copy) return;
  e.preventDefault();
  const field = e.target;
  if (field instanceof HTMLInputElement && field.dataset.field && field.value !== (field.dataset.value ?? '')) {
    field.dispatchEvent(new Event('change', { bubbles: true })); // the typed text belongs to this run
  }
  report('gbkey', { act: copy ? 'run-copy' : e.key === 'ArrowUp' ? 'run-up' : 'run-down', id: run });
  follow = { run, part: around(e.target, '[data-part]')?.dataset.part ?? 'grip', event: lastSent() };
}

/** Moves the focus with a run. Elements are drawn by their index, so a moved run gets another one. */
function keepFocus() {
  if (!follow) return;
  const { run, part, event } = follow;
  if (isSeen(event)) follow = null;
  const row = document.querySelector(`#lab [data-run="${CSS.escape(run)}"]`);
  const control = row?.querySelector(`[data-part="${part}"]`) ?? row?.querySelector('.grip');
  if (control instanceof HTMLElement && control !== document.activeElement) control.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

export function startRuns() {
  document.addEventListener('pointerdown', take);
  document.addEventListener('pointermove', carry);
  document.addEventListener('pointerup', drop);
  document.addEventListener('pointercancel', () => release());
  document.addEventListener('keydown', press);
  afterSync.push(keepFocus);
}
