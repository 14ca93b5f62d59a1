// Every page of the site, light and dark, wide and on a phone: nothing in the
// console, nothing refused by the policy, nothing asked of another host, and
// axe-core finds nothing. Colours change in the dark and places do not, so
// there one size is enough.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './harness/axe.mjs';
import { base, builds } from './harness/builds.mjs';
import { inEachBrowser, settle } from './harness/suite.mjs';

const listed = [...readFileSync(join(builds.a, 'sitemap.xml'), 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g)]
  .map(([, address]) => new URL(address, 'http://host').pathname.slice(base.length));
const pages = [...new Set(['/', ...listed, '/figure/', '/offline.html'])];
const sizes = [[1440, 900], [390, 844]];

/** What a page is like at a size, and what is wrong with that. */
async function look(page, width, height) {
  await page.resize(width, height);
  const shape = await page.eval(() => ({
    title: document.title, lang: document.documentElement.lang, h1: document.querySelectorAll('h1').length,
    overflow: document.documentElement.scrollWidth - innerWidth, dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }));
  assert.ok(shape.title && shape.lang === 'en', 'a title and a language');
  assert.equal(shape.h1, 1, 'one heading of the first level');
  return { dark: shape.dark, wrong: shape.overflow > 0 ? [`${width}: ${shape.overflow} pixels wider than the screen`] : [] };
}

/** What axe-core finds does not depend on the browser. */
const accessible = async (page, where) => (await violations(page)).map((line) => `${where}: ${line}`);

inEachBrowser('pages, light', (test, browser) => {
  for (const path of pages) {
    test(`${path} is accessible, quiet and fits`, async ({ page, front }) => {
      await page.goto(front.url(path));
      await settle(page, front);
      const wrong = /** @type {string[]} */ ([]);
      for (const [width, height] of sizes) {
        const seen = await look(page, width, height);
        assert.ok(!seen.dark);
        wrong.push(...seen.wrong);
        if (browser === 'chromium') wrong.push(...await accessible(page, width));
      }
      assert.deepEqual(wrong, []);
    });
  }
}, { scheme: 'light', keeping: true });

inEachBrowser('pages, dark', (test) => {
  for (const path of pages) {
    test.once(`${path} is accessible and quiet`, async ({ page, front }) => {
      await page.goto(front.url(path));
      await settle(page, front);
      const { dark, wrong } = await look(page, 1440, 900);
      assert.ok(dark);
      assert.deepEqual([...wrong, ...await accessible(page, 'dark')], []);
    });
  }
}, { scheme: 'dark' });
