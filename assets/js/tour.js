// @ts-check
/**
 * The tour through the laboratory. Its stops are a file that is made with the site (site/gen/tour.go). Each stop
 * points at a part of the page, and may press its buttons. The page stays usable: users can try a step while they
 * read it.
 */
import { data } from './tools.js';

/** @typedef {{at: string, part: string, title: string, text: string, do?: string[], name?: string}} Stop */

/** @type {(() => void) | undefined} */
let end;

/** @param {string} tag @param {string} name @param {string} [text] */
function element(tag, name, text) {
  const made = document.createElement(tag);
  made.className = name;
  if (text) made.textContent = text;
  return made;
}

/** @param {string} text @param {() => void} act @param {string} [more] */
function button(text, act, more = '') {
  const made = /** @type {HTMLButtonElement} */ (element('button', `btn ${more}`, text));
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

/** @param {string} selector */
function press(selector) {
  const found = document.querySelector(selector);
  if (found instanceof HTMLElement) found.click();
}

/** Beside what it speaks of where there is room, else in the corner of it that is nearest to the page's. @param {HTMLElement} card @param {HTMLElement} ring @param {Stop} stop */
function place(card, ring, stop) {
  const part = document.querySelector(stop.at);
  const shown = part?.getBoundingClientRect();
  ring.hidden = !shown || shown.width === 0;
  if (!shown || ring.hidden) return;
  const gap = 8, size = card.getBoundingClientRect();
  const [left, top, right, bottom] = [Math.max(2, shown.left), Math.max(2, shown.top), Math.min(innerWidth - 2, shown.right), Math.min(innerHeight - 2, shown.bottom)];
  Object.assign(ring.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  const across = Math.max(gap, Math.min(left, innerWidth - size.width - gap));
  const [x, y] = bottom + size.height + 2 * gap < innerHeight ? [across, bottom + gap]
    : top - size.height - 2 * gap > 0 ? [across, top - size.height - gap]
    : left - size.width - 2 * gap > 0 ? [left - size.width - gap, Math.max(gap, bottom - size.height)]
    : right + size.width + 2 * gap < innerWidth ? [right + gap, top]
    : [Math.max(gap, right - size.width - gap), Math.max(gap, bottom - size.height - gap)];
  Object.assign(card.style, { left: `${x}px`, top: `${y}px` });
}

/** Starts the tour, or starts it again. */
export async function start() {
  end?.();
  const stops = /** @type {Stop[]} */ (await data('tour.json'));
  const before = document.activeElement;
  const card = element('section', 'tour'), ring = element('div', 'tour-ring');
  card.setAttribute('role', 'dialog');
  card.setAttribute('aria-label', 'Tour');
  card.tabIndex = -1;
  ring.setAttribute('aria-hidden', 'true');
  let at = 0;
  const go = (/** @type {number} */ to) => {
    if (to === stops.length) return end?.();
    at = to;
    const stop = stops[at];
    press(`.phone [data-id="${stop.part}"]`);
    const words = element('div', 'tour-said');
    words.setAttribute('aria-live', 'polite');
    words.append(element('h2', '', stop.title), element('p', '', stop.text));
    const acts = element('div', 'acts');
    if (stop.do) acts.append(button(stop.name ?? '', () => stop.do?.forEach(press)));
    if (at + 1 < stops.length) acts.append(button('Skip', () => end?.()));
    acts.append(element('span', 'tour-of', `${at + 1} of ${stops.length}`));
    if (at > 0) acts.append(button('Back', () => go(at - 1)));
    acts.append(button(at + 1 < stops.length ? 'Next' : 'Done', () => go(at + 1), 'primary'));
    card.replaceChildren(words, acts);
    place(card, ring, stop);
    card.focus({ preventScroll: true });
  };
  const escape = (/** @type {KeyboardEvent} */ e) => {
    if (e.key !== 'Escape') return;
    e.stopPropagation(); // the dialog below stays open
    e.preventDefault();
    end?.();
  };
  // The page is drawn again meanwhile, and the part of the stop may move.
  const follow = setInterval(() => place(card, ring, stops[at]), 200);
  end = () => {
    clearInterval(follow);
    removeEventListener('keydown', escape, true);
    card.remove();
    ring.remove();
    end = undefined;
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
  addEventListener('keydown', escape, true);
  document.body.append(ring, card);
  go(0);
}
