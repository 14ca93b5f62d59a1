// Two answers side by side: the screen by pointer and by keyboard, the selected thing ringed on both sides, both
// replays controlled by one ribbon, a link that opens the comparison again, a phone, the findings of axe-core, and a
// figure of two answers.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { violations } from './harness/axe.mjs';
import { Lab, generated, native } from './lab.mjs';

/** Opens the screen and waits until the differences are described. */
async function beside(page, front, kind = '') {
  const lab = await new Lab(page, front).open();
  if (kind) await lab.kind(kind);
  await page.wait('two answers', () => [...document.querySelectorAll('.runs-table td.ok')].length > 1);
  await page.click({ role: 'button', name: 'Compare', within: '.bar' });
  await differences(page);
  return lab;
}

const differences = (page) => page.wait('what differs', () => document.querySelector('#differences .versus-table') && document.querySelector('.ribbon .turn'));

/** Returns the selected thing, and the number of pictures in which it is ringed. */
const lookedAt = (page) => page.eval(() => [document.querySelector('#beside-at')?.textContent, document.querySelectorAll('.pairs .gb-sel').length]);

inEachBrowser('two answers', (test) => {
  test.any('by keyboard through the differences and the replays, and back', async ({ page, front }) => {
    await beside(page, front);
    const [first, rings] = await lookedAt(page);
    assert.ok(first && rings >= 2, `${first} is ringed ${rings} times`);
    await page.press(']');
    await page.wait('the next difference', (was) => document.querySelector('#beside-at')?.textContent !== was, first);
    await page.press('[');
    await page.wait('the difference before', (was) => document.querySelector('#beside-at')?.textContent === was, first);
    await page.press('Home');
    await page.wait('nothing decided', () => document.querySelector('.replays .of')?.textContent?.startsWith('decision 0 of'));
    assert.equal(await page.eval(() => document.querySelectorAll('.pairs .gb-chip:not(.gb-gone)').length), 0);
    await page.press('ArrowRight');
    await page.wait('one decision', () => document.querySelector('.replays .of')?.textContent?.startsWith('decision 1 of'));
    await page.press('End');
    await page.press('Escape');
    await page.wait('the scenario, with the focus where it came from', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario'
      && document.activeElement?.id === 'to-compare');
  });

  test.once('a click on a job of one picture rings it in both', async ({ page, front }) => {
    await beside(page, front);
    const job = await page.eval(() => [...document.querySelectorAll('.pairs .gb-chip:not(.gb-sel, .gb-gone)')].find((c) => c.getAttribute('data-strength') !== 'same')?.getAttribute('data-id'));
    await page.click(`.pairs .pair:first-child .gb-chip[data-id="${job}"]`);
    await page.wait('the job', (id) => document.querySelector('#beside-at')?.textContent === id && document.querySelectorAll(`.pairs .gb-chip.gb-sel`).length >= 2, job);
  });

  for (const kind of ['Window', 'Batch', 'Groups', 'Compute farm']) {
    test.once(`${kind}: pictures, list and overlay`, async ({ page, front }) => {
      await beside(page, front, kind);
      assert.equal(await page.eval(() => document.querySelectorAll('.pairs svg.gb-picture').length), 2);
      await page.click({ role: 'button', name: 'Overlaid', within: '.ways' });
      await page.wait('one picture', () => document.querySelectorAll('.pairs svg.gb-picture').length === 1);
      await page.click({ role: 'button', name: 'List', within: '.ways' });
      await page.wait('no picture', () => !document.querySelector('.pairs'));
    });
  }

  test.once('a link opens what is looked at, and a reload comes back to it', async ({ page, front }) => {
    await beside(page, front);
    const lead = await page.eval(() => document.querySelector('.lead')?.textContent);
    await page.click({ role: 'button', name: 'Share', within: '.bar' });
    const link = await page.wait('the link', () => document.querySelector('#share-link')?.getAttribute('data-value'));
    assert.match(link ?? '', /&beside=/);
    await page.goto(front.url('/lab/') + (link ?? '').slice((link ?? '').indexOf('#')));
    await page.wait('the same sentence', (was) => document.querySelector('.lead')?.textContent === was, lead);
  });

  test.once('axe-core finds nothing, wide and on a phone', async ({ page, front }) => {
    await beside(page, front);
    assert.deepEqual(await violations(page), []);
    await page.resize(360, 740);
    await page.wait('one column', () => document.documentElement.scrollWidth <= innerWidth);
    assert.deepEqual(await violations(page), []);
  });

  test.once('a figure of two answers', async ({ page, front }) => {
    await page.goto(front.url('/figure/?preset=five-clusters&beside=1,3'));
    await page.wait('both answers', () => document.querySelectorAll('.gb-two svg.gb-picture').length === 2);
    assert.match(await page.eval(() => document.querySelector('.fig-versus')?.textContent ?? ''), /ends .* earlier/);
  });

  test.any('a figure of two problems, as the laboratory links to it', async ({ page, front }) => {
    const packed = (seed) => native('link', generated('five-clusters', {}, { seed, title: `Seed ${seed}` })).replace(/^.*#s1\./, '');
    await page.goto(front.url(`/figure/#s1.${packed(1)}&with=${packed(2)}`));
    await page.wait('both answers', () => document.querySelectorAll('.gb-two svg.gb-picture').length === 2);
    assert.match(await page.eval(() => document.querySelector('.gb-two')?.textContent ?? ''), /Seed 1.*Seed 2/s);
    assert.match(await page.eval(() => document.querySelector('a[href*="/lab/"]')?.getAttribute('href') ?? ''), /&with=/);
  });
});
