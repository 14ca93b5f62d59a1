// From a figure to other pages: from a frame in a page of another site to the laboratory, and from a still in a page
// of the site to a live figure.

import assert from 'node:assert/strict';
import { pagesServer } from './harness/server.mjs';
import { inEachBrowser, settle } from './harness/suite.mjs';
import { Lab, generated, native } from './lab.mjs';

async function foreignPage(front, address) {
  return pagesServer({ '/': `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Somebody's article</title><h1>An article</h1>
    <iframe id="f" title="A figure" src="${address.replaceAll('&', '&amp;')}" width="900" height="640"></iframe>` });
}

inEachBrowser('frame', (test) => {
  for (const [what, address] of /** @type {[string, (front: any) => string][]} */ ([
    ['by a preset', (front) => front.url('/figure/?preset=five-clusters')],
    ['by a link', (front) => { const link = native('link', generated('five-clusters', {}, { title: 'From a link' })); return front.url('/figure/') + link.slice(link.indexOf('#')); }],
  ])) {
    (what === 'by a preset' ? test.any : test.once)(`a foreign page shows it ${what}, it runs, and it opens in the laboratory`, async ({ page, front, profile }) => {
      const article = await foreignPage(front, address(front));
      try {
        await page.goto(`${article.origin}/`);
        await page.enter('#f');
        await page.wait('the figure to be solved in the frame', () => document.querySelector('#figure')?.getAttribute('data-phase') === 'done');
        const rows = await page.eval(() => [...document.querySelectorAll('.fig-table tbody tr')].map((row) => row.textContent ?? ''));
        assert.ok(rows.length >= 4 && rows.every((row) => /\d/.test(row)), `rows: ${rows}`);
        await page.click({ role: 'button', name: '/^SCP/' });
        await page.wait('the chosen algorithm', () => /SCP/.test(document.querySelector('.fig-algorithm[aria-pressed="true"]')?.textContent ?? ''));
        const opened = await profile.opened(() => page.click({ role: 'link', name: 'Open in the laboratory' }));
        const lab = await new Lab(opened, front).live();
        await lab.count('cluster', 5);
        await lab.solved();
        assert.deepEqual(article.log.filter((path) => path !== '/'), []);
      } finally {
        await article.close();
      }
    });
  }

  test.any('a still in the docs comes alive when touched, and nothing of it is loaded before', async ({ page, front }) => {
    await page.goto(front.url('/'));
    await settle(page, front);
    assert.deepEqual(front.log.map(({ path }) => path).filter((path) => path.endsWith('.wasm')), []);
    await page.click('figure[data-live] button');
    await page.see('figure[data-live] iframe');
    await page.enter('figure[data-live] iframe');
    await page.wait('the figure', () => document.querySelectorAll('.fig-table tbody tr').length >= 4);
  });
});
