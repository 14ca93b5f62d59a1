// @ts-check
/**
 * The sides of the laboratory are resized by dragging their inner edges; their widths are stored in this browser.
 * Commands do the same by keyboard.
 */
import { page } from './page.js';

/** The minimal width of a side, and the step of a command, in pixels. */
const LEAST = 200, STEP = 40;

/** The widths that the user has set. @type {{left?: number, right?: number}} */
let widths = {};

/** @param {'left' | 'right'} side */
const part = (side) => /** @type {HTMLElement | null} */ (document.querySelector(side === 'left' ? '#lab > .prob' : '#lab > .runs'));

/** Applies the widths, each at most two fifths of the page. */
function show() {
  for (const side of /** @type {const} */ (['left', 'right'])) {
    const width = widths[side];
    if (width === undefined) document.documentElement.style.removeProperty(`--${side}-set`);
    else document.documentElement.style.setProperty(`--${side}-set`, `min(40vw, ${Math.round(width)}px)`);
  }
}

/** @param {'left' | 'right'} side @param {number} width */
function set(side, width) {
  widths = { ...widths, [side]: Math.max(LEAST, Math.min(width, innerWidth * 0.4)) };
  show();
}

/** Widens or narrows a side ("left+", "right-"), or resets both for ''. @param {string} how */
export function moveSide(how) {
  const side = how.startsWith('left') ? 'left' : 'right';
  if (how === '') widths = {};
  else set(side, (part(side)?.getBoundingClientRect().width ?? 0) + (how.endsWith('+') ? STEP : -STEP));
  show();
  page.remember('sides', JSON.stringify(widths));
}

/** @param {PointerEvent} e */
function drag(e) {
  const side = e.target === part('left') ? 'left' : e.target === part('right') ? 'right' : undefined;
  const box = side && part(side)?.getBoundingClientRect();
  if (!side || !box || Math.abs(e.clientX - (side === 'left' ? box.right : box.left)) > 6) return;
  e.preventDefault();
  const move = (/** @type {PointerEvent} */ to) => set(side, side === 'left' ? to.clientX - box.left : box.right - to.clientX);
  const end = () => {
    window.removeEventListener('pointermove', move);
    page.remember('sides', JSON.stringify(widths));
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end, { once: true });
  window.addEventListener('pointercancel', end, { once: true });
}

/** Adds the width of a scrollbar to the sides, 0 if it covers the content. */
function makeRoom() {
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'fixed', visibility: 'hidden', overflow: 'scroll', scrollbarWidth: 'thin', width: '60px', height: '60px' });
  document.body.append(probe);
  document.documentElement.style.setProperty('--bar', `${probe.offsetWidth - probe.clientWidth}px`);
  probe.remove();
}

/** Applies the stored widths, and listens for drags. */
export function startSides() {
  makeRoom();
  try {
    const kept = JSON.parse(page.remembered('sides') || '{}');
    for (const side of /** @type {const} */ (['left', 'right'])) if (typeof kept[side] === 'number') widths[side] = kept[side];
  } catch { /* what another program kept there is not for us */ }
  show();
  document.addEventListener('pointerdown', drag);
}
