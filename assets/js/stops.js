// @ts-check
/**
 * Makes related elements one stop of the Tab key, with arrow keys between them: the cells of a table, the terms in a
 * sentence, the tools. Left and right leave a field only at the ends of its text.
 */
import { afterSync, within } from './page.js';

const STOPS = 'button, input:not([type="range"]), select';
const GROUPS = 'table, .question, .say, .verdict, .tools, .zoom, .steps, .either';

/** @param {EventTarget | null} target */
const groupOf = (target) => (target instanceof Element ? target.closest('#lab')?.contains(target) && !target.closest('dialog') ? target.closest(GROUPS) : null : null);

/** @param {Element} group */
const stopsOf = (group) => [...group.querySelectorAll(STOPS)];

/** Makes one element of a group its tab stop. @param {Element} group @param {Element} stop */
function settle(group, stop) {
  for (const one of stopsOf(group)) {
    const wanted = one === stop ? '0' : '-1';
    if (one.getAttribute('tabindex') !== wanted) one.setAttribute('tabindex', wanted);
  }
}

/** Reports whether a sideways arrow still moves the cursor within a field. @param {Element} at @param {string} key */
function staysIn(at, key) {
  if (!(at instanceof HTMLInputElement) || at.selectionStart === null) return at instanceof HTMLSelectElement;
  if (at.selectionStart === 0 && at.selectionEnd === at.value.length) return false;
  return key === 'ArrowLeft' ? at.selectionStart > 0 : (at.selectionEnd ?? 0) < at.value.length;
}

/** Returns the element in the direction of an arrow. @param {Element} group @param {Element} at @param {string} key */
function next(group, at, key) {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (staysIn(at, key)) return undefined;
    const row = stopsOf(at.closest('tr') ?? group);
    return row[row.indexOf(at) + (key === 'ArrowRight' ? 1 : -1)];
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp' || at instanceof HTMLSelectElement || !(group instanceof HTMLTableElement)) return undefined;
  const rows = [...group.querySelectorAll('tr')].map(stopsOf).filter((row) => row.length);
  const row = rows.findIndex((stops) => stops.includes(at)), to = rows[row + (key === 'ArrowDown' ? 1 : -1)];
  return to?.[Math.min(rows[row].indexOf(at), to.length - 1)];
}

/** @param {KeyboardEvent} e */
function walk(e) {
  const group = groupOf(e.target);
  if (!group || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  const to = next(group, /** @type {Element} */ (e.target), e.key);
  if (!(to instanceof HTMLElement)) return;
  to.focus();
  if (to instanceof HTMLInputElement) to.select();
  e.preventDefault();
}

export function startStops() {
  document.addEventListener('focusin', ({ target }) => {
    const group = groupOf(target);
    if (group && target instanceof Element && target.matches(STOPS)) settle(group, target);
  });
  document.addEventListener('keydown', walk);
  afterSync.push(() => {
    for (const group of within(GROUPS)) {
      const stops = stopsOf(group);
      const now = stops.filter((one) => /** @type {HTMLElement} */ (one).tabIndex === 0);
      if (now.length !== 1 && stops.length) settle(group, now.find((one) => one === document.activeElement) ?? stops.find((one) => one.closest('tbody')) ?? stops[0]);
    }
  });
}
