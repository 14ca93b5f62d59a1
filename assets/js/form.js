// @ts-check
/**
 * Places the form of the selection next to its mark in the picture or its row in a table, and
 * moves the focus into it and back. The laboratory draws its fields and opens it. On a narrow
 * screen the styles show it as a sheet at the bottom.
 */

/** The element that had the focus when the form was opened. @type {Element | null} */
let opener = null;

/** The distance of the form from its mark and from the edges, in pixels. */
const GAP = 12;

/** Returns the element that the form belongs to: the row that opened it, else the mark, else the row. @param {string} at */
function subject(at) {
  const [, kind, id] = /^([^:]*):(.*)$/s.exec(at) ?? [];
  const row = [...document.querySelectorAll('#side .pick')].find((pick) => pick.getAttribute('data-id') === at)?.closest('tr');
  if (row && row.contains(opener)) return row;
  const mark = document.querySelector(`.canvas [data-kind="${CSS.escape(kind ?? '')}"][data-id="${CSS.escape(id ?? '')}"]`);
  return mark ?? row ?? document.querySelector('.canvas');
}

/** Places the form if it is open. */
export function placeForm() {
  const form = document.getElementById('form');
  if (!form?.firstElementChild) return;
  const room = document.querySelector('#picture .stage')?.getBoundingClientRect();
  const at = subject(form.dataset.at ?? '')?.getBoundingClientRect();
  if (!room || !at) return;
  const { width, height } = form.getBoundingClientRect();
  const right = at.right + GAP + width < room.right ? at.right + GAP : at.left - GAP - width;
  const left = Math.max(room.left + GAP, Math.min(right, room.right - GAP - width));
  const top = Math.max(room.top + GAP, Math.min(at.top + at.height / 2 - height / 2, innerHeight - GAP - height));
  form.style.left = `${Math.round(left)}px`;
  form.style.top = `${Math.round(top)}px`;
}

/** Moves the focus into the form after it was opened. */
export function openForm() {
  const form = document.getElementById('form');
  if (!form?.contains(document.activeElement)) opener = document.activeElement;
  placeForm();
  const field = form?.querySelector('input, select, button');
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

/** Restores the focus of an element. A mark of a new picture is found by its name. @param {Element} had */
export function focusAgain(had) {
  const { kind, id } = had instanceof SVGElement ? had.dataset : {};
  const mark = kind && id && !had.isConnected ? document.querySelector(`#lab .canvas svg [data-kind="${CSS.escape(kind)}"][data-id="${CSS.escape(id)}"]`) : had;
  if (mark instanceof HTMLElement || mark instanceof SVGElement) mark.focus({ preventScroll: true });
}

/** Restores the focus. */
export function closeForm() {
  if (opener) focusAgain(opener);
  opener = null;
}

for (const type of ['resize', 'gbmended', 'gbzoom']) window.addEventListener(type, () => requestAnimationFrame(placeForm), true);
