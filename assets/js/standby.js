// @ts-check
/** Messages of the page while its program loads, or after it has stopped. */
import { offerWaysOn } from './crash.js';

/** Milliseconds of a download before the page reports it. */
const PATIENCE = 600;

/**
 * Shows a line with a progress bar, once a wait has become noticeable.
 * @param {string} text
 */
export function announce(text) {
  /** @type {HTMLElement | undefined} */
  let line;
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.setAttribute('aria-label', text);
  const timer = setTimeout(() => {
    line = notice('status', text);
    line.append(bar);
    document.body.append(line);
  }, PATIENCE);
  return {
    /** @param {number | undefined} share */
    show(share) {
      if (share !== undefined) bar.value = share;
    },
    close() {
      clearTimeout(timer);
      line?.remove();
    },
  };
}

/**
 * Reports that the program has stopped, and offers the ways to continue. The drawing stays readable.
 * @param {string} text
 * @param {{reload?: boolean}} [offer]
 */
export function showFailure(text, { reload = true } = {}) {
  if (document.documentElement.dataset.dead !== undefined) return;
  document.documentElement.dataset.dead = '';
  const line = notice('alert', text);
  line.classList.add('crash');
  document.body.append(line);
  if (reload) void offerWaysOn(line, button);
}

/**
 * @param {string} role
 * @param {string} text
 */
function notice(role, text) {
  const line = document.createElement('div');
  line.className = 'notice';
  line.setAttribute('role', role);
  const words = document.createElement('span');
  words.textContent = text;
  line.append(words);
  return line;
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('click', act);
  return element;
}
