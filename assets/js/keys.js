// @ts-check
/**
 * Keys that work everywhere in the laboratory. Go defines them: it lists them in the
 * root's data-keys and receives `gbkey` with {act, id} there. The list is in the page
 * because a browser's default must be prevented immediately. Keys on the picture belong
 * to its adapter.
 */
import { kindAt } from './clipboard.js';
import { isOpen } from './drop.js';
import { focusedPath } from './field.js';
import { walkCards } from './gallery.js';
import { page, report } from './page.js';

/** Reports whether a key pressed here is typed text. @param {EventTarget | null} target */
function types(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    || target instanceof HTMLInputElement && !['checkbox', 'range', 'button'].includes(target.type));
}

/** Reports whether the element handles Space and arrows itself. @param {EventTarget | null} target */
function acts(target) {
  return types(target) || target instanceof Element && !!target.closest('button, a, summary, input, [role="tablist"], [data-rows], .canvas:not([data-lecture] *), [data-marks], dialog, .cm-editor');
}

/**
 * Reports whether undo means the text being typed: a field whose text equals the document has nothing to undo.
 * @param {EventTarget | null} target
 */
function undoesTyping(target) {
  const taken = target instanceof HTMLInputElement && target.dataset.field && target.value === (target.dataset.value ?? '');
  return types(target) && !taken;
}

/** Whether the target is a list of rows, or for the keys that a field has no use for the one that searches it. @param {EventTarget | null} target @param {string} press */
function onRows(target, press) {
  if (!(target instanceof HTMLElement)) return false;
  return !!target.dataset.rows || !!target.dataset.seek && ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Enter', 'F2'].includes(press);
}

/** Reports whether the scenario is shown without an open dialog. */
const shows = () => !document.querySelector('dialog[open]') && !presents() && document.getElementById('lab')?.dataset.view === 'scenario';

/** Reports whether a question is presented. */
const presents = () => document.getElementById('lab')?.dataset.lecture === 'on';

/** Whether a key means something while presenting. Space presses a button that was reached by keyboard. @param {EventTarget | null} target @param {string} press */
function onStage(target, press) {
  if (!presents() || types(target) || document.querySelector('dialog[open]')) return false;
  return press !== 'Space' || !(target instanceof Element && target.closest('button, [role="button"]')?.matches(':focus-visible'));
}

/** Reports whether all the text of a table's field is selected. @param {EventTarget | null} target */
function isWhole(target) {
  return target instanceof HTMLInputElement && !!target.closest('[data-list]') && target.value !== ''
    && target.selectionStart === 0 && target.selectionEnd === target.value.length;
}

/**
 * The conditions under which a key starts its command, by the names in Go's table.
 * @type {Record<string, (target: EventTarget | null, press: string) => boolean>}
 */
const reaches = {
  everywhere: () => true,
  undo: (target) => !undoesTyping(target),
  text: (target) => !types(target) && !presents(),
  slides: (target) => !types(target),
  room: onStage,
  idle: (target, press) => (presents() && press !== 'Space' ? !types(target) && !(target instanceof Element && target.closest('input, dialog')) : !acts(target)),
  rows: onRows,
  page: (target) => !types(target) && shows(),
  table: (target) => (!types(target) || isWhole(target)) && shows(),
};

/** @typedef {{act: string, id: string, reach: string}} Meaning */

/** The table read last, and its text. A key may have several meanings, by the place where it is pressed. @type {{text:
 * string, keys: Map<string, Meaning[]>}} */
let table = { text: '', keys: new Map() };

/** Returns the table of keys; app/lab/keys.go writes it to the root. */
function keys() {
  const text = document.getElementById('lab')?.dataset.keys ?? '[]';
  if (text !== table.text) {
    /** @type {[string, string, string, string][]} */
    const rows = JSON.parse(text);
    table = { text, keys: new Map() };
    for (const [press, act, id, reach] of rows) {
      table.keys.set(press, [...table.keys.get(press) ?? [], { act, id, reach }]);
    }
  }
  return table.keys;
}

/** Returns the element on which a key is pressed, also inside of the editor, which the document sees as one element.
 * @param {KeyboardEvent} e */
const pressedOn = (e) => e.composedPath()[0] ?? e.target;

/** A key with Shift means the same as without, unless it is listed. While presenting, the keys of digits count wherever a layout has them. @param {KeyboardEvent} e @returns {Meaning | null} */
function meaning(e) {
  if (e.altKey && e.key !== 'Escape' || e.key === 'Escape' && isOpen()) return null;
  const ctrl = e.ctrlKey || e.metaKey ? 'Ctrl+' : '';
  const digit = presents() ? /^(?:Digit|Numpad)([1-5])$/.exec(e.code)?.[1] : undefined;
  const name = digit ?? (e.key === ' ' ? 'Space' : e.key.length === 1 ? e.key.toUpperCase() : e.key);
  // People who use speech input can turn shortcuts of a single character off.
  if (!ctrl && name.length === 1 && page.remembered('keys') === 'off') return null;
  const found = e.shiftKey && keys().get(`${ctrl}Shift+${name}`) || keys().get(ctrl + name);
  const means = (/** @type {Meaning} */ m) => reaches[m.reach](pressedOn(e), name);
  return found?.find((m) => m.reach === 'room' && means(m)) ?? found?.find(means) ?? null;
}

/** Handles arrow keys within a list of tabs. @param {KeyboardEvent} e */
function walkTabs(e) {
  const list = e.target instanceof Element ? e.target.closest('[role="tablist"]') : null;
  if (!list || !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(e.key)) return false;
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  const at = tabs.indexOf(/** @type {Element} */ (e.target));
  const to = e.key === 'Home' ? 0 : e.key === 'End' ? tabs.length - 1 : (at + (e.key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length;
  const tab = tabs[to];
  if (tab instanceof HTMLElement) {
    tab.focus();
    tab.click();
  }
  e.preventDefault();
  return true;
}

/** Handles arrow keys within a menu, and Enter in the field that filters it. @param {KeyboardEvent} e */
function walkMenu(e) {
  const menu = e.target instanceof Element ? e.target.closest('dialog.popup') : null;
  if (!menu || e.ctrlKey || e.metaKey || e.altKey) return false;
  const field = e.target instanceof HTMLInputElement ? e.target : null;
  if (e.key === 'Enter' && field?.dataset.enter) report('gbkey', { act: field.dataset.enter, id: field.value, at: '' });
  else if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return false;
  else {
    const stops = [...menu.querySelectorAll('.menu-filter input, .menu button:not(:disabled)')];
    const at = stops.indexOf(/** @type {Element} */ (e.target));
    const to = stops[(at + (e.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length];
    if (to instanceof HTMLElement) to.focus();
  }
  e.preventDefault();
  return true;
}

/** Applies a field's text at Enter. @param {KeyboardEvent} e */
function takesField(e) {
  const field = e.target;
  if (e.key !== 'Enter' || e.ctrlKey || e.metaKey || !(field instanceof HTMLInputElement) || !field.dataset.field) return;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Presses a button within a drawing at Enter and Space. @param {KeyboardEvent} e */
function pressMark(e) {
  const mark = e.target;
  if (!(mark instanceof SVGElement) || !mark.matches('[role="button"][data-act]') || e.ctrlKey || e.metaKey || (e.key !== 'Enter' && e.key !== ' ')) return false;
  mark.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  e.preventDefault();
  return true;
}

export function startKeys() {
  document.addEventListener('keydown', (e) => {
    if (e.defaultPrevented || walkTabs(e) || walkMenu(e) || walkCards(e) || pressMark(e)) return;
    takesField(e);
    const m = meaning(e);
    if (!m) return;
    // An open dialog handles Escape itself.
    if (m.act === 'escape' && document.querySelector('dialog[open]')) return;
    if (m.act !== 'escape') e.preventDefault();
    if (m.act === 'reveal' && e.target instanceof HTMLElement) e.target.blur(); // so that Space does not press a button that was clicked before
    report('gbkey', { act: m.act, id: m.id === '@field' ? focusedPath() : m.id, at: kindAt(e.target) });
  });
}
