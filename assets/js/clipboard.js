// @ts-check
/**
 * The clipboard. Ctrl+C, Ctrl+X and Ctrl+V arrive as the browser's own events, which need no permission. Buttons
 * request the clipboard; if a browser refuses, they copy by such an event, or report the refusal. Go decides the
 * copied text and the effect of a pasted one. It receives gbcopied {cut, notice, why} and gbpaste {text, at, why} at
 * the root.
 */
import { report } from './page.js';

/** @typedef {{text: string, html: string}} Copy */

/** The text that the next copy event copies for a button. @type {Copy | null} */
let wanted = null;

/** The text that a copy has now. A browser accepts it only during its event, so the laboratory sends it in advance.
 * @type {Copy} */
let offered = { text: '', html: '' };

/** @param {string} text @param {string} html */
export function offerCopy(text, html) { offered = { text, html }; }

const copied = () => wanted ?? offered;

/** Reports whether copying or pasting here means text in a field. @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    || target instanceof HTMLInputElement && !['checkbox', 'range', 'button'].includes(target.type));
}

/** Reports whether text of the page is selected and would be copied. */
const marked = () => !!document.getSelection()?.toString();

const inDialog = () => !!document.querySelector('dialog[open]');

/** Returns the kind of the focused table, or of the focused mark on the picture. @param {EventTarget | null} target */
export function kindAt(target) {
  if (!(target instanceof Element)) return '';
  const list = target.closest('[data-list]');
  const mark = target.closest('.canvas [data-kind]');
  return list?.getAttribute('data-list') ?? mark?.getAttribute('data-kind') ?? '';
}

/** @param {ClipboardEvent} e */
function copy(e) {
  if (!e.clipboardData || e.defaultPrevented) return;
  if (!wanted && (isText(e.target) || marked() || inDialog())) return;
  const { text, html } = copied();
  if (!text) return;
  e.clipboardData.setData('text/plain', text);
  e.clipboardData.setData('text/html', html);
  e.preventDefault();
  if (!wanted) report('gbcopied', { cut: e.type === 'cut' ? 'cut' : '', why: '' });
}

/** @param {ClipboardEvent} e */
function paste(e) {
  const text = e.clipboardData?.getData('text/plain') ?? '';
  const { target } = e;
  if (!text || e.defaultPrevented) return;
  const field = target instanceof HTMLTextAreaElement && target.dataset.rows !== undefined;
  const list = target instanceof Element ? target.closest('[data-list]') : null;
  const cells = !!list && /[\t\n]/.test(text.trimEnd());
  if (!field && (inDialog() || isText(target) && !cells)) return;
  e.preventDefault();
  report('gbpaste', { text, at: field ? '' : list?.getAttribute('data-list') ?? '', why: '' });
}

/**
 * Allows copying: a browser enables its menu only if this event is handled.
 * @param {Event} e
 */
function offer(e) {
  if (!isText(e.target) && !marked() && !inDialog()) e.preventDefault();
}

/** Copies by an event, which browsers allow in the course of a click. @param {Copy} what */
function copyByEvent(what) {
  wanted = what;
  try {
    return document.execCommand('copy');
  } finally {
    wanted = null;
  }
}

/**
 * Copies for a button; the button shows the success for a moment.
 * @param {string} text
 * @param {string} html
 * @param {string} act of the button
 * @param {boolean} cut
 */
export async function copyOut(text, html, act, cut) {
  let done = false;
  try {
    await navigator.clipboard.write([new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }), 'text/html': new Blob([html], { type: 'text/html' }),
    })]);
    done = true;
  } catch {
    done = copyByEvent({ text, html });
  }
  if (!done) {
    report('gbcopied', { cut: '', why: 'The browser gives no access to its clipboard. Press Ctrl+C instead.' });
    return;
  }
  const button = document.querySelector(`#lab [data-act="${act}"]`);
  report('gbcopied', { cut: cut ? 'cut' : '', notice: button ? '' : 'notice', why: '' });
  if (!button || cut) return;
  const before = button.textContent;
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = before; }, 1600);
}

/** Pastes for a button. @param {string} at the kind of the table, or nothing */
export async function pasteIn(at) {
  try {
    const text = await navigator.clipboard.readText();
    if (text) report('gbpaste', { text, at, why: '' });
    else report('gbpaste', { text: '', at, why: 'empty' });
  } catch {
    report('gbpaste', { text: '', at, why: 'refused' });
  }
}

/**
 * Prevents that Shift and a click select the page's text from the last click on,
 * because that text would be copied.
 * @param {MouseEvent} e
 */
function keepUnmarked(e) {
  const at = e.shiftKey && e.target instanceof Element ? e.target.closest('.canvas, [data-list] .pick') : null;
  if (!at || !(e.target instanceof Element)) return;
  e.preventDefault();
  const stop = e.target.closest('[tabindex], button');
  if (stop instanceof HTMLElement || stop instanceof SVGElement) stop.focus({ preventScroll: true });
}

/** Identifies this tab since it was loaded. */
const own = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
export function tab() { return own; }

export function startClipboard() {
  document.addEventListener('mousedown', keepUnmarked);
  document.addEventListener('copy', copy);
  document.addEventListener('cut', copy);
  document.addEventListener('paste', paste);
  for (const type of ['beforecopy', 'beforecut', 'beforepaste']) document.addEventListener(type, offer);
}
