// @ts-check
/**
 * Explanations of words. An element with data-term shows a card with its entry of the
 * glossary when the pointer rests on it, when it gets the focus by the keyboard, or when
 * it is touched. The title of a number in a formula is shown in the same way, because
 * browsers show titles only to the pointer. So is the help of a form's field after Tab or
 * a touch of its label, until the user types. Escape, a click elsewhere or leaving both
 * closes the card. The pointer may enter it, because it has a link.
 */
import { data } from './tools.js';

/** @typedef {{name: string, symbol?: string, kind?: string, text: string, better?: string, more?: string}} Meaning */

/** Milliseconds that the pointer rests before a card opens, and before it closes. */
const REST = 250, LEAVE = 200;

/** @type {HTMLElement | undefined} */
let card;
/** @type {Element | undefined} */
let of;
/** The element that the card describes: the word itself, or the field of a form. @type {Element | null | undefined} */
let described;
/** Whether Tab was pressed last, and whether a finger has touched. */
let tabbed = false, touched = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {EventTarget | null} target */
const termOf = (target) => (target instanceof Element ? target.closest('[data-term], .term[title]') : null);

/** Returns the row of a form that has a title. @param {EventTarget | null} target @param {string} of */
const rowOf = (target, of) => (target instanceof Element && target.matches(of) ? target.closest('.field[title]') : null);

/** Returns the meaning for the kind of problem in the page. @param {Meaning[]} all */
function meant(all) {
  const kind = document.querySelector('#lab [data-picture]')?.getAttribute('data-picture');
  return all.find((one) => one.kind === kind) ?? all.find((one) => !one.kind) ?? all[0];
}

/** @param {string} tag @param {string} [text] @param {string} [name] */
function element(tag, text, name) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (name) made.className = name;
  return made;
}

/** @param {Meaning} one */
function filled(one) {
  const made = element('div', '', 'meaning');
  made.id = 'meaning';
  made.setAttribute('role', 'tooltip');
  const head = element('p', '', 'meaning-name');
  head.append(element('b', one.name));
  if (one.symbol) head.append(element('i', one.symbol));
  made.append(head, element('p', one.text[0].toUpperCase() + one.text.slice(1)));
  if (one.better) made.append(element('p', one.better === 'lower' ? 'Lower is better.' : 'Higher is better.', 'soft'));
  if (one.more) {
    const more = document.createElement('a');
    more.href = one.more;
    more.target = '_blank';
    more.rel = 'noopener';
    more.textContent = 'All words';
    made.append(more);
  }
  return made;
}

/** Places the card below the word, or above it if there is more space, always inside the page. @param {HTMLElement}
 * made @param {Element} at */
function place(made, at) {
  const word = at.getBoundingClientRect(), size = made.getBoundingClientRect(), gap = 6;
  const below = word.bottom + gap + size.height <= innerHeight || word.top < size.height + gap;
  made.style.left = `${Math.max(8, Math.min(word.left, innerWidth - size.width - 8))}px`;
  made.style.top = `${Math.max(8, below ? Math.min(word.bottom + gap, innerHeight - size.height - 8) : word.top - gap - size.height)}px`;
}

/** @param {Element} at */
async function open(at) {
  if (of === at) return;
  close();
  of = at;
  const id = at.getAttribute('data-term') ?? '', title = at.getAttribute('title');
  const label = at.querySelector('label');
  /** @type {Meaning[] | undefined} */
  let found = title ? [{ name: (label ?? at).textContent ?? '', text: title }] : undefined;
  try {
    const all = found ? {} : await data('glossary.json');
    found ??= all[id] ?? all[id.slice(id.indexOf('.') + 1)];
  } catch {
    of = undefined;
    return; // offline before it was ever loaded: no card is shown
  }
  if (of !== at || !found || !at.isConnected) return;
  card = filled(meant(found));
  (at.closest('dialog') ?? document.body).append(card);
  place(card, at);
  described = label ? at.querySelector('input, select') : at;
  if (described?.hasAttribute('aria-describedby')) described = undefined; // a fault of the field is described instead
  described?.setAttribute('aria-describedby', card.id);
}

function close() {
  clearTimeout(timer);
  if (card && described?.getAttribute('aria-describedby') === card.id) described.removeAttribute('aria-describedby');
  card?.remove();
  card = of = described = undefined;
}

/** @param {() => void} what @param {number} after */
function soon(what, after) {
  clearTimeout(timer);
  timer = setTimeout(what, after);
}

/** Listens for the whole page. */
export function startGlossary() {
  document.addEventListener('pointerover', (e) => {
    const word = termOf(e.target);
    if (e.pointerType === 'touch') return;
    if (word && !word.hasAttribute('title')) soon(() => open(word), REST);
    else if (e.target instanceof Node && card?.contains(e.target)) clearTimeout(timer);
    else if (!of?.matches(':focus-visible')) soon(close, LEAVE);
  });
  const within = (/** @type {EventTarget | null} */ target) => target instanceof Node && (card?.contains(target) || of?.contains(target));
  document.addEventListener('focusin', (e) => {
    const word = termOf(e.target), row = tabbed ? rowOf(e.target, 'input, select') : null;
    if (word?.matches(':focus-visible')) open(word);
    else if (row) open(row);
    else if (!within(e.target)) close();
  });
  document.addEventListener('pointerdown', (e) => { [tabbed, touched] = [false, e.pointerType === 'touch']; }, true);
  document.addEventListener('input', (e) => { if (rowOf(e.target, 'input, select') === of) close(); });
  document.addEventListener('click', (e) => {
    const word = termOf(e.target), row = touched ? rowOf(e.target, '.field > label, .field > label *') : null;
    if (word || row) open(/** @type {Element} */ (word ?? row));
    else if (!within(e.target)) close();
  });
  document.addEventListener('keydown', (e) => {
    tabbed = e.key === 'Tab';
    if (e.key !== 'Escape' || !card) return;
    close();
    e.stopPropagation(); // the dialog behind it stays open
    e.preventDefault();
  }, true);
  addEventListener('resize', () => {
    if (card && of?.checkVisibility()) place(card, of);
    else close();
  });
  document.addEventListener('scroll', (e) => {
    if (!(e.target instanceof Node && card?.contains(e.target))) close();
  }, true);
}
