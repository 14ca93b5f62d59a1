// Go's own tests, run inside the browsers: those of the packages that depend on a browser, on real workers and a real
// IndexedDB. They have the build tag "browser"; harness/builds.mjs builds them and their further files. The other
// tests of these packages need no browser and run elsewhere.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { names, openBrowser, optimizing } from './harness/browser.mjs';
import { inside, insiders, root } from './harness/builds.mjs';
import { until } from './harness/processes.mjs';
import { plainServer } from './harness/server.mjs';

const wanted = (process.env.GRIDBOX_BROWSERS ?? names.join(',')).split(',');

/** Returns a pattern of the tests with the tag. @param {string} one of the packages */
function tagged(one) {
  const folder = join(root, 'app', one);
  const sources = readdirSync(folder).filter((name) => name.endsWith('_test.go')).map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = sources.filter((text) => /^\/\/go:build .*&& browser$/m.test(text)).flatMap((text) => [...text.matchAll(/^func (Test\w+)/gm)].map(([, name]) => name));
  if (!found.length) throw new Error(`no test of app/${one} carries the tag`);
  return `^(${found.join('|')})$`;
}

for (const name of wanted) {
  describe('inside', () => {
    let browser = /** @type {any} */ (undefined);
    let server = /** @type {any} */ (undefined);
    before(async () => {
      server = await plainServer(inside, '/inside');
      browser = await openBrowser(name, optimizing);
    }, { timeout: 150_000 });
    after(async () => {
      await browser?.close();
      await server?.close();
    }, { timeout: 30_000 });

    for (const one of insiders) {
      test(`app/${one}`, { timeout: 520_000 }, async (context) => {
        const page = await (await browser.fresh()).page();
        await page.goto(server.url(`/index.html?package=${one}&only=${encodeURIComponent(tagged(one))}`));
        const outcome = await ended(page);
        for (const line of outcome.lines) if (/_test\.go:\d+: /.test(line)) context.diagnostic(`${name}: ${line.trim()}`);
        const ran = outcome.lines.filter((line) => /^=== RUN +\w+$/.test(line)).length;
        if (ran !== tagged(one).split('|').length) throw new Error(`${ran} tests ran:\n${outcome.lines.join('\n')}`);
        if (outcome.code !== 0) throw new Error(outcome.lines.join('\n') || 'the tests said nothing');
      });
    }
  });
}

/** @param {import('./harness/page.mjs').Page} page */
const ended = (page) => until(async () => {
  const outcome = await page.eval(() => /** @type {any} */ (window).outcome);
  return typeof outcome?.code === 'number' && outcome;
}, { what: 'the tests to end', timeout: 500_000, every: 200 });
