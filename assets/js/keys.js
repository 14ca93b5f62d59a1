// @ts-check
/**
 * Keys that mean something everywhere in the laboratory. They are told apart
 * here, because a browser's own meaning can only be taken from a key at once;
 * what they do is decided in Go, which hears `gbkey` with {act, id} at the
 * root. Keys on the picture belong to its adapter.
 */
import { tell } from './page.js';

/** Whether a key pressed here is typed text. @param {EventTarget | null} target */
function types(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    || target instanceof HTMLInputElement && !['checkbox', 'range', 'button'].includes(target.type));
}

/** Whether the element has an own meaning for Space and arrows. @param {EventTarget | null} target */
function acts(target) {
  return types(target) || target instanceof Element && !!target.closest('button, a, summary, input, [role="tablist"], .canvas, [data-marks], dialog, .cm-editor');
}

/**
 * Whether undo means the text being typed: a field whose text is what the
 * document says has nothing of its own to undo.
 * @param {EventTarget | null} target
 */
function undoesTyping(target) {
  const taken = target instanceof HTMLInputElement && target.dataset.field && target.value === (target.dataset.value ?? '');
  return types(target) && !taken;
}

/** @param {KeyboardEvent} e @returns {{act: string, id?: string} | null} */
function meaning(e) {
  const ctrl = e.ctrlKey || e.metaKey;
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if (ctrl && !e.altKey) {
    switch (key) {
      case 'Enter': return { act: 'run' };
      case 's': return { act: 'save' };
      case 'o': return { act: 'open' };
      case 'z': return undoesTyping(e.target) ? null : { act: e.shiftKey ? 'redo' : 'undo' };
      case 'y': return undoesTyping(e.target) ? null : { act: 'redo' };
    }
    return null;
  }
  if (key === 'Escape') return { act: 'escape' };
  if (e.altKey || types(e.target)) return null;
  if (e.key === '?') return { act: 'help' };
  if (acts(e.target)) return null;
  switch (key) {
    case ' ': return { act: 'toggle' };
    case 'ArrowLeft': return { act: 'step', id: 'back' };
    case 'ArrowRight': return { act: 'step', id: 'on' };
    case 'Home': return { act: 'step', id: 'first' };
    case 'End': return { act: 'step', id: 'last' };
    case 'v': return { act: 'tool', id: 'select' };
    case 'a': return { act: 'tool', id: 'add' };
    case 'c': return { act: 'tool', id: 'connect' };
    case 'r': return { act: 'tool', id: 'replica' };
    case 'Delete': return { act: 'delete' };
  }
  return null;
}

/** Arrow keys within a list of tabs. @param {KeyboardEvent} e */
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

/** Enter takes a field's text at once. @param {KeyboardEvent} e */
function takesField(e) {
  const field = e.target;
  if (e.key !== 'Enter' || e.ctrlKey || e.metaKey || !(field instanceof HTMLInputElement) || !field.dataset.field) return;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Enter and Space press what is a button within a drawing. @param {KeyboardEvent} e */
function pressMark(e) {
  const mark = e.target;
  if (!(mark instanceof SVGElement) || !mark.matches('[role="button"][data-act]') || e.ctrlKey || e.metaKey || (e.key !== 'Enter' && e.key !== ' ')) return false;
  mark.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  e.preventDefault();
  return true;
}

export function startKeys() {
  document.addEventListener('keydown', (e) => {
    if (e.defaultPrevented || walkTabs(e) || pressMark(e)) return;
    takesField(e);
    const m = meaning(e);
    if (!m) return;
    // An open dialog answers to Escape by itself.
    if (m.act === 'escape' && document.querySelector('dialog[open]')) return;
    if (m.act !== 'escape') e.preventDefault();
    tell('gbkey', { act: m.act, id: m.id ?? '' });
  });
}
