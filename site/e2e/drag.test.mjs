// The frame rate of dragging a cluster among 500 clusters and 3,000 links, which are drawn in bundles. The numbers
// are reported; only a very low rate fails, because machines differ.

import assert from 'node:assert/strict';
import { optimizing } from './harness/browser.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab, wide } from './lab.mjs';

inEachBrowser('dragging', (test) => {
  test('one of 500 clusters with 3,000 links follows the pointer', async ({ page, front, note }) => {
    const lab = await new Lab(page, front).open();
    await lab.drop('wide.json', JSON.stringify(wide(500, 3000)));
    await lab.count('cluster', 500);
    await page.wait('the links in bundles', () => document.querySelectorAll('.canvas .gb-bundle').length > 0);
    await lab.solved();
    const place = Lab.mark('cluster', 'c250');
    const before = await page.box(place);
    await page.eval(() => {
      window.frames500 = [];
      let last = performance.now();
      const tick = (now) => { window.frames500?.push(now - last); last = now; if (window.frames500) requestAnimationFrame(tick); };
      requestAnimationFrame(tick);
    });
    const point = await page.pointIn(place);
    await page.move(point.x, point.y);
    await page.down();
    await page.move(point.x + 160, point.y + 120, { steps: 60, pause: 16 });
    const times = await page.eval(() => {
      const taken = window.frames500.slice(2).sort((a, b) => a - b);
      window.frames500 = undefined;
      return taken;
    });
    await page.up();
    const share = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
    note(`${times.length} frames of ${share(0.5)} ms in the middle, ${share(0.95)} ms at 95 %`);
    await page.wait('the cluster to stand elsewhere', (selector, x) => Math.abs((document.querySelector(selector)?.getBoundingClientRect().x ?? x) - x) > 20, place, before.x);
    assert.ok(Number(share(0.5)) < 400, `a frame took ${share(0.5)} ms in the middle`);
  });
}, optimizing);
