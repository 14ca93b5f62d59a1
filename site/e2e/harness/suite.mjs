// One test, three browsers: every test gets a page on an origin of its own, at
// which nothing is stored, and fails when the page complained about anything
// that the test did not expect, or asked a foreign host for anything.

import { after, before, describe, test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base, builds, folder } from './builds.mjs';
import { names, openBrowser } from './browser.mjs';
import { until } from './processes.mjs';
import { Front } from './server.mjs';

const wanted = (process.env.GRIDBOX_BROWSERS ?? names.join(',')).split(',');

/**
 * @typedef {object} Given
 * @property {string} browser name of the browser
 * @property {import('./page.mjs').Page} page
 * @property {any} profile opens more pages that share the storage
 * @property {Front} front
 * @property {() => Promise<any>} fresh another profile with nothing in it
 * @property {(pattern: RegExp) => void} expect lets faults pass that match
 * @property {(line: string) => void} tell prints a line of measurement
 */

/**
 * Declares a test, for each of the browsers; `once` declares one of what no
 * browser has a say in (the words of a refusal, where an address leads, what
 * axe-core finds), for which the first of them is enough.
 * @typedef {((what: string, body: (given: Given) => Promise<void>, limit?: number) => void)
 *   & {once: (what: string, body: (given: Given) => Promise<void>, limit?: number) => void}} Declare
 */

/**
 * Runs tests in each of the browsers, one browser for all of them. Unless they
 * ask for it (keeping), there are no service workers.
 * @param {string} title
 * @param {(test: Declare, browser: string) => void} define
 * @param {Partial<import('./browser.mjs').Options>} [options]
 */
export function inEachBrowser(title, define, options = {}) {
  for (const name of wanted) {
    const tests = /** @type {{what: string, body: (given: Given) => Promise<void>, limit: number}[]} */ ([]);
    const add = (what, body, limit = 300_000) => { tests.push({ what, body, limit }); };
    define(Object.assign(add, { once: name === names[0] ? add : () => {} }), name);
    if (tests.length) run(`${title}, ${name}`, name, tests, { keeping: false, ...options });
  }
}

function run(title, name, tests, options) {
  describe(title, () => {
    let browser = /** @type {any} */ (undefined);
    before(async () => { browser = await openBrowser(name, options); }, { timeout: 150_000 });
    after(() => browser?.close(), { timeout: 30_000 });
    for (const { what, body, limit } of tests) test(what, { timeout: limit }, (context) => runOne(context, what, body, name, browser, options.keeping));
  });
}

async function runOne(context, what, body, name, browser, keeping) {
  const front = await new Front(builds.a, base).open();
  front.keeping = keeping;
  const profiles = [await browser.fresh()];
  const pages = /** @type {import('./page.mjs').Page[]} */ ([]);
  const expected = /** @type {RegExp[]} */ ([]);
  const watched = (profile) => ({
    async page() { const page = await profile.page(); pages.push(page); return page; },
    async opened(act) { const page = await profile.opened(act); pages.push(page); return page; },
  });
  try {
    const page = await watched(profiles[0]).page();
    await body({
      browser: name, page, profile: watched(profiles[0]), front,
      async fresh() { const profile = await browser.fresh(); profiles.push(profile); return watched(profile); },
      expect: (pattern) => expected.push(pattern),
      tell: (line) => context.diagnostic(`${name}: ${line}`),
    });
    const missing = front.log.filter((seen) => seen.status >= 400).map((seen) => ({ kind: 'request', text: `${seen.status} ${seen.path}` }));
    const faults = [...pages.flatMap((one) => one.faults), ...missing].filter(({ kind, text }) => !expected.some((pattern) => pattern.test(`${kind}: ${text}`)));
    if (faults.length) throw new Error(`the page complained:\n${faults.slice(0, 12).map(({ kind, text }) => `  ${kind}: ${text}`).join('\n')}`);
  } catch (error) {
    await keepPicture(pages, `${what} ${name}`);
    throw error;
  } finally {
    for (const profile of profiles) await profile.close().catch(() => {});
    await front.close();
  }
}

/** What the page looked like when a test failed, and what it said. */
async function keepPicture(pages, name) {
  const to = join(folder, 'failures');
  mkdirSync(to, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const file = join(to, `${name.replace(/[^a-z0-9]+/gi, '-')}${index || ''}`);
    try {
      writeFileSync(`${file}.txt`, [await page.url().catch(String), ...page.console, ...page.faults.map(({ kind, text }) => `${kind}: ${text}`)].join('\n'));
      writeFileSync(`${file}.png`, await page.picture());
    } catch {
      // A page that is gone has no picture.
    }
  }
}

/**
 * Waits until what a page starts has started, and everything that it asked for
 * has come. A page that is left while its program is still on its way
 * complains, rightly, that it was interrupted.
 * @param {import('./page.mjs').Page} page
 * @param {Pick<Front, 'quiet'>} front
 */
export async function settle(page, front) {
  await page.wait('the page to settle', () => {
    const lab = document.querySelector('#lab');
    if (lab) return lab.getAttribute('data-stage') === 'live';
    const figure = document.querySelector('#figure');
    return !figure || !document.querySelector('.fig-run:disabled');
  });
  await page.wait('its fonts', () => document.fonts.ready.then(() => true));
  await page.wait('its workers\' program', () => !document.querySelector('#lab')
    || performance.getEntriesByType('resource').some((entry) => /\/worker\.\w+\.wasm$/.test(entry.name)));
  await calm(front);
}

/** Waits until a page has all that it asked for, and asks for nothing more. @param {Pick<Front, 'quiet'>} front */
export function calm(front) {
  let looks = 0;
  return until(() => { looks = front.quiet() ? looks + 1 : 0; return looks > 2; }, { what: 'the page to have all that it asked for', timeout: 30_000, every: 50 });
}
