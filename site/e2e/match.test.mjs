// All algorithms against each other, two of them on shaken traces, and which varied number matters most.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { delay } from './harness/processes.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { generated } from './lab.mjs';
import { Studies } from './studies.mjs';

/** Reports whether the comparison is complete. */
const complete = () => /^Complete/.test(document.querySelector('#match-status')?.textContent ?? '');

inEachBrowser('match', (test, browser) => {
  const faults = async (page) => (browser === 'chromium' ? violations(page) : []);

  test('all algorithms meet on drawn instances; it can be cancelled, survives a reload, and a cell opens its instance', async ({ page, front }) => {
    const lab = await new Studies(page, front).open('?preset=unrelated-machines&view=study');
    await page.wait('the question', () => document.querySelector('#door-league .go:not([disabled])') !== null);
    await lab.set('#door-league-instances', '1000');
    await page.wait('its work', () => /000 solutions/.test(document.querySelector('#door-league')?.textContent ?? ''));
    await page.focus('#door-league .go');
    await page.press('Enter');
    await page.wait('some instances', () => document.querySelector('#match-verdict') !== null);
    await page.press('Escape');
    await page.wait('it to rest', () => /^Stopped: [0-9]+ of 1,?000 instances solved/.test(document.querySelector('#match-status')?.textContent ?? ''));
    const before = await page.text('#match-status');
    await delay(1000); // it is being written
    await page.reload();
    await page.wait('what was kept', () => document.querySelector('#door-league .door-found') !== null);
    await page.click({ role: 'button', name: 'Open the last result: All algorithms against each other' });
    await page.wait('the same', (was) => document.querySelector('#match-status')?.textContent === was, before);
    await lab.set('#league-instances', '40');
    await page.press('Control+Enter');
    await page.wait('the end', complete);
    assert.match(await page.text('#match-verdict'), /has the best mean rank by makespan: [0-9.]+ of [0-9]+ algorithms on 40 instances/);
    const tables = await page.eval(() => ['Ranks', 'Ratios of pairs'].map((name) => document.querySelectorAll(`[aria-label="${name}"] tbody tr`).length));
    assert.ok(tables[0] >= 8 && tables[0] === tables[1], `${tables}`);
    assert.deepEqual(await faults(page), []);
    await page.click('[aria-label="Ratios of pairs"] tbody tr:nth-child(2) button');
    await page.wait('the instance', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
  });

  test('a trace is shaken: one verdict, its distribution, and a trace as a draft; on a phone', async ({ page, front }) => {
    await page.resize(360, 740);
    const lab = await new Studies(page, front).open('?preset=farm-mixed&view=study');
    await page.wait('the question', () => document.querySelector('#door-shake .go:not([disabled])') !== null);
    await lab.set('#door-shake-instances', '20');
    await page.click('#door-shake .go');
    await page.wait('the end', complete);
    assert.match(await page.text('#match-verdict'), / beats .* in [0-9]+ of 20 shaken traces by /);
    assert.equal(await page.eval(() => document.querySelectorAll('#shake-trace option').length), 20);
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the screen');
    assert.deepEqual(await faults(page), []);
    await page.click({ role: 'button', name: 'Open as a draft' });
    await page.wait('the trace', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
    assert.match(await page.eval(() => document.title), /shaken trace [0-9]+/);
  });

  test('a study of two numbers says which of them matters most', async ({ page, front }) => {
    const lab = await new Studies(page, front).on(generated('rbhs-mixed', {}, { study: { replications: 10,
      vary: [{ path: 'placement.generate.jobs', values: [5, 20] }, { path: 'placement.generate.dataShare', values: [0.4, 0.6] }] } }), front);
    await lab.press('Start');
    await lab.complete();
    await page.wait('the sentence', () => /^Jobs matters most to the makespan of every algorithm\. For /.test(document.querySelector('#study-effects')?.textContent ?? ''));
    assert.equal(await page.eval(() => document.querySelectorAll('.effects tbody tr').length % 2), 0);
    assert.deepEqual(await faults(page), []);
  });
});
