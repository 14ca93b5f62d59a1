// Every page of the site, light and dark, wide and on a phone: an empty console, nothing refused by the policy, no
// request to another host, and no findings of axe-core. The dark theme changes colours only, so one size is enough
// for it. On a phone the colours are those of the wide page, except in the parts that only a phone shows, which are
// the same on all pages of a folder.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colours, violations } from './harness/axe.mjs';
import { base, builds } from './harness/builds.mjs';
import { inEachBrowser, settle, shares } from './harness/suite.mjs';

const listed = [...readFileSync(join(builds.a, 'sitemap.xml'), 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g)]
  .map(([, address]) => new URL(address, 'http://host').pathname.slice(base.length));
const pages = [...new Set(['/', ...listed, '/figure/', '/offline.html'])];
const sizes = [[1440, 900], [390, 844]];

/** Returns the faults of a page at a size. */
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

/** Returns the group of pages that are visited in one profile: a folder's, one after another; pages with programs are
 * alone. */
const folderOf = (path) => /^\/(docs|papers|course)\//.exec(path)?.[0] ?? (path === '/offline.html' ? '/' : path);
const walks = /** @type {[string, string[]][]} */ ([...new Set(pages.map(folderOf))].map((folder) => [folder, pages.filter((path) => folderOf(path) === folder)]));

/** Visits pages. The findings of axe-core do not depend on the browser, and only Chromium can change the theme of an
 * open page. */
async function walk({ browser, page, front }, paths) {
  const wrong = /** @type {string[]} */ ([]);
  for (const [index, path] of paths.entries()) {
    await page.goto(front.url(path));
    await settle(page, front);
    for (const [width, height] of sizes) {
      const seen = await look(page, width, height);
      assert.equal(seen.dark, false);
      wrong.push(...seen.wrong.map((line) => `${path} ${line}`));
      const known = width < sizes[0][0] && index > 0 ? colours : [];
      if (browser === 'chromium') wrong.push(...(await violations(page, { without: known })).map((line) => `${path} ${width}: ${line}`));
    }
    if (browser === 'chromium') {
      await page.prefer('dark');
      const seen = await look(page, sizes[0][0], sizes[0][1]);
      assert.equal(seen.dark, true);
      wrong.push(...(await violations(page, { only: colours })).map((line) => `${path} in the dark: ${line}`));
      await page.prefer('light');
    }
    wrong.push(...page.faults.splice(0).map(({ kind, text }) => `${path} ${kind}: ${text}`));
  }
  assert.deepEqual(wrong, []);
}

// A service worker fetches all files that the laboratory may need, so one walk is enough to check its messages.
for (const keeping of [true, false]) {
  inEachBrowser(`pages${keeping ? ', with a service worker' : ''}`, (test, browser) => {
    for (const [folder, all] of walks.filter(([name]) => (name === '/') === keeping)) {
      // Articles, lessons and papers each have one template: half of them suffice to check a browser.
      const alike = /^\/(docs|course|papers)\//.test(folder);
      const paths = alike ? all.filter((_, index) => shares(browser, index)) : all;
      (alike ? test.each : test)(`${folder}: ${paths.length} of them are accessible, quiet and fit`, (given) => walk(given, paths), 600_000);
    }
  }, { keeping });
}
