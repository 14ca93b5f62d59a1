// One test, three browsers: every test gets a page on an origin of its own with an empty storage. It fails if the
// page reported an error that the test did not expect, or requested anything from a foreign host.
//
// Files declare their tests when they are loaded; together.mjs runs them file by file after it has loaded all of its
// files. Starting Firefox takes more processor time than most tests, so suites with the same browser options use it
// one after another.

import { after, before, describe, test } from 'node:test';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base, builds, folder } from './builds.mjs';
import { names, openBrowser } from './browser.mjs';
import { until } from './processes.mjs';
import { Front } from './server.mjs';

const listed = (text) => (text ?? names.join(',')).split(',');
/** The browsers of this process. */
const wanted = listed(process.env.GRIDBOX_BROWSERS);
/** The browsers of the whole run, among which tests for any browser are divided. */
const asked = listed(process.env.GRIDBOX_ASKED ?? process.env.GRIDBOX_BROWSERS);
/** Whether this is the full run of a release, not the daily one. */
export const full = process.env.GRIDBOX_FULL === '1';

/**
 * Reports whether a browser visits one of many similar pages. In the full run the first browser visits all of them
 * and the others divide them. In the daily run each page has one browser, the first has half of the pages.
 * @param {string} browser @param {number} index
 */
export function shares(browser, index) {
  const others = asked.filter((name) => name !== names[0]);
  if (others.length === asked.length) return others[index % others.length] === browser;
  if (browser === names[0]) return full || !others.length || index % 2 === 0;
  return (full || index % 2 === 1) && others[(index >> 1) % others.length] === browser;
}

/**
 * @typedef {object} Given
 * @property {string} browser name of the browser
 * @property {import('./page.mjs').Page} page
 * @property {any} profile opens more pages that share the storage
 * @property {Front} front
 * @property {() => Promise<any>} fresh another profile with nothing in it
 * @property {(pattern: RegExp) => void} expect ignores faults that match
 * @property {(line: string) => void} note prints a line of measurement
 */

/** @typedef {(what: string, body: (given: Given) => Promise<void>, limit?: number) => void} Add */

/**
 * Declares a test of behaviour that depends on the browser: the full run has it in each browser, the daily run in
 * one. `each` declares one that the daily run also has in each browser: starting, saving, pointers, digests. `any`
 * declares a test of behaviour that Go or a script decides: it runs in one of the browsers. `once` declares one for
 * the first browser only, for axe-core, for measurements, and for features of only that driver. `long` declares one
 * for the first browser in the full run.
 * @typedef {Add & {each: Add, any: Add, once: Add, long: Add}} Declare
 */

/** @typedef {{what: string, body: (given: Given) => Promise<void>, limit: number}} Declared */
/** @typedef {{file: string, title: string, name: string, options: Partial<import('./browser.mjs').Options> & typeof plain, tests: Declared[]}} Suite */

/** The default options of a suite. */
const plain = /** @type {Pick<import('./browser.mjs').Options, 'scheme'|'motion'|'optimizing'|'keeping'>} */ ({ scheme: 'light', motion: 'normal', optimizing: false, keeping: false });

const suites = /** @type {Suite[]} */ ([]);
let reading = '';

/** Sets the file that is loaded next. @param {string} file */
export function read(file) { reading = file; }

/** The numbers of tests of each browser, of six for one browser: a test takes almost twice as long in Firefox as in
 * Chromium, and more than twice in WebKit. */
const parts = { chromium: 3, firefox: 2, webkit: 1 };

/**
 * Returns the browser of a test for any browser. It depends only on the test's name, so that a new test does not
 * move others.
 * @param {string} what
 */
function dealt(what) {
  const sum = createHash('sha256').update(`${reading} ${what}`).digest();
  const places = asked.flatMap((name) => Array(parts[name]).fill(name));
  return places[sum.readUInt32BE() % places.length];
}

/**
 * Declares tests in each of the browsers; they share one browser. Without the option keeping there are no service
 * workers.
 * @param {string} title
 * @param {(test: Declare, browser: string) => void} define
 * @param {Partial<import('./browser.mjs').Options>} [options]
 */
export function inEachBrowser(title, define, options = {}) {
  for (const name of wanted) {
    const tests = /** @type {Declared[]} */ ([]);
    const add = (what, body, limit = 300_000) => { tests.push({ what, body, limit }); };
    const where = (here) => (what, body, limit) => { if (here(what)) add(what, body, limit); };
    const first = name === names[0];
    define(Object.assign(where((what) => full || dealt(what) === name), {
      each: add, any: where((what) => dealt(what) === name), once: where(() => first), long: where(() => first && full),
    }), name);
    if (tests.length) suites.push({ file: reading, title: `${title}, ${name}`, name, tests, options: { ...plain, ...options } });
  }
}

/** Returns the options with which a browser is started; the others are set for each page, and in WebKit all of them
 * for each session. */
function sortOf({ name, options: { optimizing, scheme, motion } }) {
  return JSON.stringify([name, name !== 'webkit' && optimizing, ...(name === 'firefox' ? [scheme, motion] : [])]);
}

/** Has node:test run all declared tests. */
export function begin() {
  const open = /** @type {Map<string, {browser?: any, users: number}>} */ (new Map());
  for (const suite of suites) open.set(sortOf(suite), { users: (open.get(sortOf(suite))?.users ?? 0) + 1 });
  for (const file of new Set(suites.map((suite) => suite.file))) {
    describe(file, () => {
      for (const suite of suites) if (suite.file === file) run(suite, /** @type {{browser?: any, users: number}} */ (open.get(sortOf(suite))));
    });
  }
}

/** @param {Suite} suite @param {{browser?: any, users: number}} shared */
function run({ title, name, tests, options }, shared) {
  describe(title, () => {
    before(async () => {
      if (shared.browser && !shared.browser.alive()) await shared.browser.close();
      if (!shared.browser?.alive()) shared.browser = await openBrowser(name, options);
    }, { timeout: 150_000 });
    after(() => { if (--shared.users === 0) return shared.browser?.close(); }, { timeout: 30_000 });
    for (const { what, body, limit } of tests) test(what, { timeout: limit }, (context) => runOne(context, what, body, name, shared.browser, options));
  });
}

async function runOne(context, what, body, name, browser, options) {
  const front = await new Front(builds.a, base).open();
  front.keeping = options.keeping;
  const profiles = [await browser.fresh(options)];
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
      async fresh() { const profile = await browser.fresh(options); profiles.push(profile); return watched(profile); },
      expect: (pattern) => expected.push(pattern),
      note: (line) => context.diagnostic(`${name}: ${line}`),
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

/** Stores screenshots and messages of the pages of a failed test. */
async function keepPicture(pages, name) {
  const to = join(folder, 'failures');
  mkdirSync(to, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const file = join(to, `${name.replace(/[^a-z0-9]+/gi, '-')}${index || ''}`);
    try {
      writeFileSync(`${file}.txt`, [await page.url().catch(String), ...page.console, ...page.faults.map(({ kind, text }) => `${kind}: ${text}`)].join('\n'));
      writeFileSync(`${file}.png`, await page.picture());
    } catch {
      // A closed page has no screenshot.
    }
  }
}

/**
 * Waits until the programs of a page have started, and all its requests are answered. A page that is left while its
 * program is loading reports, correctly, that it was interrupted.
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
  await calm(front);
}

/** Waits until all requests of a page are answered, and no others follow. @param {Pick<Front, 'quiet'>} front */
export function calm(front) {
  let looks = 0;
  return until(() => { looks = front.quiet() ? looks + 1 : 0; return looks > 2; }, { what: 'the page to have all that it asked for', timeout: 30_000, every: 50 });
}
