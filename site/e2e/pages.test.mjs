// Every page of the site, light and dark, wide and on a phone: nothing in the
// console, nothing refused by the policy, nothing asked of another host, and
// axe-core finds nothing.

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

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  inEachBrowser(`pages, ${scheme}`, (test) => {
    for (const path of pages) {
      test(`${path} is accessible, quiet and fits`, async ({ page, front }) => {
        await page.goto(front.url(path));
        await settle(page);
        const failures = /** @type {string[]} */ ([]);
        for (const [width, height] of sizes) {
          await page.resize(width, height);
          const shape = await page.eval(() => ({
            title: document.title, lang: document.documentElement.lang, h1: document.querySelectorAll('h1').length,
            overflow: document.documentElement.scrollWidth - innerWidth, dark: matchMedia('(prefers-color-scheme: dark)').matches,
          }));
          assert.equal(shape.dark, scheme === 'dark');
          assert.ok(shape.title && shape.lang === 'en', 'a title and a language');
          assert.equal(shape.h1, 1, 'one heading of the first level');
          if (shape.overflow > 0) failures.push(`${width}: ${shape.overflow} pixels wider than the screen`);
          for (const line of await violations(page)) failures.push(`${width}: ${line}`);
        }
        assert.ok(!failures.length, `\n  ${failures.join('\n  ')}`);
      });
    }
  }, { scheme });
}
