// Every page of the site, light and dark, wide and on a phone: nothing in the
// console, nothing refused by the policy, nothing asked of another host, and
// axe-core finds nothing. Colours change in the dark and places do not, so
// there one size is enough.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colours, violations } from './harness/axe.mjs';
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

/** The pages that one reader goes through: a folder's after one another, in one profile; what runs programs has its own. */
const folderOf = (path) => /^\/(docs|papers)\//.exec(path)?.[0] ?? path;
const walks = /** @type {[string, string[]][]} */ ([...new Set(pages.map(folderOf))].map((folder) => [folder, pages.filter((path) => folderOf(path) === folder)]));

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  inEachBrowser(`pages, ${scheme}`, (test, browser) => {
    for (const [folder, paths] of walks) {
      (scheme === 'light' ? test : test.once)(`${folder}: ${paths.length} of them are accessible, quiet and fit`, async ({ page, front }) => {
        const wrong = /** @type {string[]} */ ([]);
        for (const path of paths) {
          await page.goto(front.url(path));
          await settle(page, front);
          for (const [width, height] of scheme === 'light' ? sizes : sizes.slice(0, 1)) {
            const seen = await look(page, width, height);
            assert.equal(seen.dark, scheme === 'dark');
            wrong.push(...seen.wrong.map((line) => `${path} ${line}`));
            // What axe-core finds does not depend on the browser.
            if (browser === 'chromium') wrong.push(...(await violations(page, scheme === 'dark' ? colours : undefined)).map((line) => `${path} ${width}: ${line}`));
          }
          const faults = page.faults.splice(0).map(({ kind, text }) => `${path} ${kind}: ${text}`);
          wrong.push(...faults);
        }
        assert.deepEqual(wrong, []);
      }, 600_000);
    }
  }, { scheme, keeping: scheme === 'light' });
}
