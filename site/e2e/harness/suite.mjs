// One test, three browsers: every test gets a fresh profile and a page, and
// fails when the page complained about anything that the test did not expect,
// or asked a foreign host for anything.

import { after, before, describe, test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base, builds, folder } from './builds.mjs';
import { names, openBrowser } from './browser.mjs';
import { delay } from './processes.mjs';
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
 * Declares tests that run in each of the browsers.
 * @param {string} title
 * @param {(test: (name: string, body: (given: Given) => Promise<void>, limit?: number) => void, browser: string) => void} define
 * @param {Partial<import('./browser.mjs').Options>} [options]
 */
export function inEachBrowser(title, define, options = {}) {
  for (const name of wanted) {
    describe(`${title}, ${name}`, () => {
      let browser = /** @type {any} */ (undefined);
      let front = /** @type {Front} */ (/** @type {unknown} */ (undefined));
      before(async () => {
        front = await new Front(builds.a, base).open();
        browser = await openBrowser(name, options);
      }, { timeout: 90_000 });
      after(async () => {
        await browser?.close();
        await front?.close();
      }, { timeout: 30_000 });
      define((what, body, limit = 150_000) => test(what, { timeout: limit }, (context) => runOne(context, what, body, name, browser, front)), name);
    });
  }
}

async function runOne(context, what, body, name, browser, front) {
  const profiles = [await browser.fresh()];
  const pages = /** @type {import('./page.mjs').Page[]} */ ([]);
  const expected = /** @type {RegExp[]} */ ([]);
  const watched = (profile) => ({
    async page() { const page = await profile.page(); pages.push(page); return page; },
    async opened(act) { const page = await profile.opened(act); pages.push(page); return page; },
  });
  const page = await watched(profiles[0]).page();
  const logged = front.log.length;
  try {
    await body({
      browser: name, page, profile: watched(profiles[0]), front,
      async fresh() { const profile = await browser.fresh(); profiles.push(profile); return watched(profile); },
      expect: (pattern) => expected.push(pattern),
      tell: (line) => context.diagnostic(`${name}: ${line}`),
    });
    const missing = front.log.slice(logged).filter((seen) => seen.status >= 400).map((seen) => ({ kind: 'request', text: `${seen.status} ${seen.path}` }));
    const faults = [...pages.flatMap((one) => one.faults), ...missing].filter(({ kind, text }) => !expected.some((pattern) => pattern.test(`${kind}: ${text}`)));
    if (faults.length) throw new Error(`the page complained:\n${faults.slice(0, 12).map(({ kind, text }) => `  ${kind}: ${text}`).join('\n')}`);
  } catch (error) {
    await keepPicture(pages, `${what} ${name}`);
    throw error;
  } finally {
    front.rules = [];
    if (!front.listener.server) await front.online();
    if (front.dist !== builds.a) await front.use(builds.a);
    for (const profile of profiles) await profile.close().catch(() => {});
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
 * Waits until what a page starts has started. A page that is left while its
 * program is still on its way complains, rightly, that it was interrupted.
 * @param {import('./page.mjs').Page} page
 */
export async function settle(page) {
  await page.wait('the page to settle', () => {
    const lab = document.querySelector('#lab');
    if (lab) return lab.getAttribute('data-stage') === 'live';
    const figure = document.querySelector('#figure');
    return !figure || !document.querySelector('.fig-run:disabled');
  });
  await page.wait('its fonts', () => document.fonts.ready.then(() => true));
  await page.wait('its workers\' program', () => !document.querySelector('#lab')
    || performance.getEntriesByType('resource').some((entry) => /\/worker\.\w+\.wasm$/.test(entry.name)));
  await delay(300);
}
