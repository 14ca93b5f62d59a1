// The three browsers behind one function.

import { openPuppeteer } from './puppeteer.mjs';
import { openWebKit } from './webkit.mjs';

/**
 * @typedef {object} Options
 * @property {'light'|'dark'} scheme what the system is said to prefer
 * @property {'reduce'|'normal'} motion
 * @property {number} width of the page
 * @property {number} height
 * @property {boolean} optimizing whether programs are compiled again for speed
 * @property {boolean} keeping whether the browser knows service workers: ours fetches and hashes every binary for every new origin, which is every test
 */

export const names = /** @type {const} */ (['chromium', 'firefox', 'webkit']);

/**
 * Browsers compile a program again for speed, which takes as long as most tests. Tests disable that, and Chromium
 * compiles a function when it is first called. Tests of digests do not, because optimised code must give the same
 * digests, nor do tests that count frames.
 */
export const optimizing = { optimizing: true };

/**
 * Opens a browser with a profile of its own. Scheme and motion apply to the whole browser, because only Chromium can
 * change them for a page.
 * @param {string} name
 * @param {Partial<Options>} [options]
 */
export function openBrowser(name, options = {}) {
  const whole = { scheme: /** @type {const} */ ('light'), motion: /** @type {const} */ ('normal'), width: 1440, height: 900, optimizing: false, keeping: true, ...options };
  if (name === 'chromium' || name === 'firefox') return openPuppeteer(name, whole);
  if (name === 'webkit') return openWebKit(whole);
  throw new Error(`no browser is called ${name}; there are ${names.join(', ')}`);
}
