// @ts-check
/**
 * The pictures of ready scenarios. They are loaded as one file when the
 * gallery opens. Each fills the element with its data-shot; its size in words fills
 * the one with data-shot-size. Arrow keys move from card to card.
 */
import { within } from './page.js';
import { data } from './tools.js';

/** @typedef {Record<string, {picture: string, size: string}>} Shots */

/** Fills the empty places for pictures. */
export async function syncGallery() {
  const empty = () => within('[data-shot], [data-shot-size]').filter((place) => !place.firstChild);
  if (empty().length === 0) return;
  /** @type {Shots} */
  let all;
  try {
    all = await data('gallery.json');
  } catch {
    return; // the cards are shown without pictures
  }
  for (const place of empty()) {
    const picture = all[place.getAttribute('data-shot') ?? ''], size = all[place.getAttribute('data-shot-size') ?? ''];
    if (picture) place.append(drawn(picture.picture));
    if (size) place.textContent = size.size;
  }
}

/** Returns an svg without interaction. @param {string} text */
function drawn(text) {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  for (const name of ['role', 'aria-label', 'tabindex']) svg.removeAttribute(name);
  return document.importNode(svg, true);
}

/** Handles arrows, Home and End among the cards of a gallery. @param {KeyboardEvent} e */
export function walkCards(e) {
  const card = e.target instanceof Element ? e.target.closest('.gallery button') : null;
  const dialog = card?.closest('dialog');
  if (!card || !dialog || e.ctrlKey || e.metaKey || e.altKey) return false;
  const cards = [...dialog.querySelectorAll('.gallery button')];
  const to = e.key === 'Home' ? cards[0] : e.key === 'End' ? cards[cards.length - 1] : beside(card, cards, e.key);
  if (!(to instanceof HTMLElement)) return false;
  to.focus();
  e.preventDefault();
  return true;
}

/**
 * Returns the card next to one: in reading order sideways, in the nearest column up and down.
 * @param {Element} card
 * @param {Element[]} cards
 * @param {string} key
 */
function beside(card, cards, key) {
  const at = cards.indexOf(card), from = card.getBoundingClientRect();
  if (key === 'ArrowRight') return cards[at + 1];
  if (key === 'ArrowLeft') return cards[at - 1];
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const down = key === 'ArrowDown';
  const beyond = cards.map((c) => ({ c, r: c.getBoundingClientRect() })).filter(({ r }) => (down ? r.top >= from.bottom - 1 : r.bottom <= from.top + 1));
  const row = down ? Math.min(...beyond.map(({ r }) => r.top)) : Math.max(...beyond.map(({ r }) => r.top));
  return beyond.filter(({ r }) => Math.abs(r.top - row) < 2).sort((a, b) => Math.abs(a.r.left - from.left) - Math.abs(b.r.left - from.left))[0]?.c;
}
