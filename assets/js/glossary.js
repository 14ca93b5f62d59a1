// @ts-check
/**
 * What words mean. An element with data-term shows a card with what the glossary
 * says of it: after the pointer has rested on it, when it has the focus by the
 * keyboard, or when it is touched. A number of a formula says by its title what it
 * is, which the pointer shows by itself and keys and fingers do not. Escape, a click elsewhere or leaving both
 * closes it; the card can be pointed at, for it has a link.
 */
import { data } from './tools.js';

/** @typedef {{name: string, symbol?: string, kind?: string, text: string, better?: string, more?: string}} Meaning */

/** How long the pointer rests before a card opens, and before one closes. */
const REST = 250, LEAVE = 200;

/** @type {HTMLElement | undefined} */
let card;
/** @type {Element | undefined} */
let of;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {EventTarget | null} target */
const termOf = (target) => (target instanceof Element ? target.closest('[data-term], .term[title]') : null);

/** The meaning that belongs to the kind of problem in the page. @param {Meaning[]} all */
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

/** Below the word, or above it where there is more room; never off the page. @param {HTMLElement} made @param {Element} at */
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
  /** @type {Meaning[] | undefined} */
  let found = title ? [{ name: at.textContent ?? '', text: title }] : undefined;
  try {
    const all = found ? {} : await data('glossary.json');
    found ??= all[id] ?? all[id.slice(id.indexOf('.') + 1)];
  } catch {
    of = undefined;
    return; // offline, before it ever came: the word stands for itself
  }
  if (of !== at || !found || !at.isConnected) return;
  card = filled(meant(found));
  (at.closest('dialog') ?? document.body).append(card);
  place(card, at);
  at.setAttribute('aria-describedby', card.id);
}

function close() {
  clearTimeout(timer);
  of?.removeAttribute('aria-describedby');
  card?.remove();
  card = of = undefined;
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
  document.addEventListener('focusin', (e) => {
    const word = termOf(e.target);
    if (word?.matches(':focus-visible')) open(word);
    else if (!(e.target instanceof Node && card?.contains(e.target))) close();
  });
  document.addEventListener('click', (e) => {
    const word = termOf(e.target);
    if (word) open(word);
    else if (!(e.target instanceof Node && card?.contains(e.target))) close();
  });
  document.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape' || !card) return;
    close();
    e.stopPropagation(); // the dialog behind it stays
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
