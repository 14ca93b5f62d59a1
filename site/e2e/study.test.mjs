// Studies in the page: from the form to the numbers, which equal those of the command line; pausing, reloading,
// dividing; and a responsive page.

import assert from 'node:assert/strict';
import { optimizing } from './harness/browser.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { generated, merged, native, opened, paper } from './lab.mjs';
import { Studies } from './studies.mjs';

/** A study that takes a moment and has every sort of cell. */
const sweep = (replications, more = {}) => generated('split-network', {}, {
  study: { replications, vary: [{ path: 'placement.generate.jobs', values: [10, 20] }], metrics: ['makespan', 'gap'], ...more },
});

inEachBrowser('studies', (test) => {
  test('a study runs to its end and its document is that of the command line, byte for byte', async ({ page, front, note }) => {
    const asked = sweep(60);
    const lab = await new Studies(page, front).on(asked, front);
    await lab.press('Start');
    await lab.complete();
    assert.match(await lab.status(), /120 of 120 replications at 2 points/);
    const counts = await page.eval(() => document.querySelector('#study-counts')?.textContent ?? '');
    const [values, without] = [...counts.matchAll(/\d+/g)].map(Number);
    assert.equal(values + without, 480, counts);
    assert.match(counts, /, 0 failed/);
    assert.equal((await lab.saved('Study, JSON')).trim(), native('study', asked).trim());
    assert.match(await lab.saved('Means, CSV'), /^placement.generate.jobs,algorithm,/);
    assert.match(await lab.saved('PDF'), /^%PDF-/);
    assert.match(await lab.saved('SVG'), /^<svg/);
    assert.match(await lab.saved('PNG'), /^.PNG/);
    assert.match(await lab.saved('Vega-Lite'), /vega-lite/);
    assert.match(await lab.saved('Every value, CSV'), /^replication,seed,|^placement.generate.jobs,/);
    const marks = await page.eval(() => document.querySelectorAll('.found [data-study] .gb-estimate').length);
    assert.equal(marks, 8, 'a mark for each of 2 points and 4 algorithms');
    note(await lab.status());
  });

  test.once('one worker, two workers, a pause and a reload give the same digest', async ({ page, front }) => {
    const asked = sweep(80);
    const want = JSON.parse(native('study', asked)).digest;
    const lab = await new Studies(page, front).on(asked, front, 1);
    await lab.press('Start');
    await lab.complete();
    assert.equal(JSON.parse(await lab.saved('Study, JSON')).digest, want, 'on one core');

    const longer = sweep(250);
    const then = await new Studies(page, front).on(longer, front, 2);
    await then.press('Start');
    await page.wait('some replications', () => Number(document.querySelector('.headline progress')?.getAttribute('value')) > 20);
    await then.press('Pause');
    await page.wait('it to rest', () => /^Paused/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await then.press('Resume');
    await page.wait('it to go on', () => !/^Paused/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await page.press('Escape');
    await page.wait('it to rest again, and to be kept', () => /^Paused.*kept in this browser/.test(document.querySelector('#study-status')?.textContent ?? ''));
    await page.wait('the draft to be kept', () => /saved in this browser/.test(document.querySelector('.saved')?.textContent ?? ''));
    await page.reload();
    await then.live();
    assert.match(await page.wait('what was kept', () => {
      const status = document.querySelector('#study-status')?.textContent ?? '';
      return /kept in this browser/.test(status) && status;
    }), /^\d+ replications of this study/);
    await then.press('Resume');
    await then.complete();
    assert.equal((await then.saved('Study, JSON')).trim(), native('study', longer).trim(), 'after the reload');
  });

  test.long('cut into 1, 2 and 5 the study is the same, byte for byte, as shards and on so many workers', async ({ page, front, note }) => {
    const asked = sweep(25);
    const whole = native('study', asked);
    for (const n of [1, 2, 5]) {
      const shards = Array.from({ length: n }, (_, i) => native('study', asked, '--shard', `${n - i}/${n}`));
      assert.equal(merged(shards), whole, `${n} shards`);
      const lab = await new Studies(page, front).on(asked, front, n);
      await lab.press('Start');
      await lab.complete();
      assert.equal((await lab.saved('Study, JSON')).trim(), whole, `${n} workers`);
      assert.equal(merged([await lab.saved('Part, to merge')]), whole, `the part of ${n} workers`);
    }
    note(JSON.parse(whole).digest);
  });

  test.any('all rows of the table are reached, and the focus stays on a mark of the chart', async ({ page, front }) => {
    const asked = { format: 'gridbox', version: 1, kind: 'window', title: 'Budgets', seed: 7, window: { generate: { preset: 'twelve-nodes' } },
      runs: ['first-fit', 'min-finish', 'min-cost', 'min-runtime'].map((algorithm) => ({ algorithm })),
      study: { replications: 40, metrics: ['cost'], vary: [{ path: 'window.generate.budget', from: 200, to: 390, step: 10 }] } };
    const lab = await new Studies(page, front).on(asked, front);
    await lab.press('Start');
    await page.wait('the first numbers', () => Boolean(document.querySelector('.found .gb-estimate')));
    await page.focus('.found .gb-estimate');
    const mark = await page.eval(() => document.activeElement?.getAttribute('data-id'));
    await lab.complete();
    // Later numbers move the mark and change its text; it stays the same mark, and keeps the focus.
    const held = await page.eval((id) => document.activeElement === document.querySelector(`.found .gb-estimate[data-id="${id}"]`), mark);
    assert.equal(held, true, 'the mark that was focused has the focus');
    const rows = () => page.eval(() => document.querySelectorAll('.cells tbody tr').length);
    assert.equal(await rows(), 4, 'the chosen point');
    await lab.choose('#st-point', 'all');
    await page.see('.at-point .finder');
    assert.match(await page.text('.at-point .finder'), /Rows 1 to 60 of 80/);
    assert.equal(await rows(), 60);
    await page.click({ role: 'button', name: 'Next page', within: '.at-point' });
    await page.wait('the rest', () => /Rows 61 to 80 of 80/.test(document.querySelector('.at-point .finder')?.textContent ?? ''));
    assert.equal(await rows(), 20);
  });

  test.once('the instance on which an algorithm breaks is that of the command line, and opens', async ({ page, front }) => {
    const asked = { format: 'gridbox', version: 1, kind: 'window', seed: 1, window: { generate: { preset: 'twelve-nodes' } } };
    const flags = ['--adversary', '0,3', '--metric', 'cost', '--tries', '300', '--turn', 'volume,budget'];
    const found = JSON.parse(native('study', asked, ...flags));
    const lab = await new Studies(page, front).on(asked, front);
    await lab.choose('#door-hunt-b', '3');
    await lab.choose('#door-hunt-metric', 'cost');
    await lab.set('#door-hunt-tries', 'many');
    await page.wait('a fault', () => /not a whole number/.test(document.querySelector('#door-hunt-tries-why')?.textContent ?? ''));
    await lab.set('#door-hunt-tries', '300');
    await page.click({ role: 'button', name: 'Choose parameters…', within: '#door-worst' });
    await page.click('.asks .knobs summary');
    for (const path of await page.eval(() => [...document.querySelectorAll('.asks [data-hunt="turn"]')].map((box) => box.getAttribute('data-of') ?? ''))) {
      if (/\.(budget|volume)$/.test(path)) continue;
      await page.eval((of) => document.querySelector(`.asks [data-of="${of}"]`)?.click(), path);
      await page.wait('it to stay still', (of) => document.querySelector(`.asks [data-of="${of}"]`)?.getAttribute('data-checked') === 'false', path);
    }
    await page.click({ role: 'button', name: 'Search', within: '.headline' });
    await page.click({ role: 'button', name: 'Pause', within: '.headline' });
    await page.wait('it to rest', () => /^Paused/.test(document.querySelector('#hunt-status')?.textContent ?? ''));
    await page.click({ role: 'button', name: 'Resume', within: '.headline' });
    await page.wait('the search to be complete', () => /^Complete: 300 instances/.test(document.querySelector('#hunt-status')?.textContent ?? ''));
    assert.match(await page.text('#hunt-found code'), new RegExp(`${flags.join(' ')}$`));
    assert.match(await page.text('#hunt-found .sizes'), /^From 12 nodes, .* down to \d/);
    const link = await page.eval(() => document.querySelector('#hunt-link')?.getAttribute('data-value') ?? '');
    assert.deepEqual(JSON.parse(opened(link)), found, 'the link');
    await page.click({ role: 'button', name: 'Open', within: '#hunt-found' });
    await page.wait('the scenario', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
    await lab.solved();
    assert.deepEqual(JSON.parse(await lab.text()), found, 'what is open');
  });

  test.once('a search with nothing to find says so, and can be cancelled', async ({ page, front }) => {
    const asked = { format: 'gridbox', version: 1, kind: 'window', seed: 1, window: { generate: { preset: 'twelve-nodes' } } };
    const lab = await new Studies(page, front).on(asked, front);
    await lab.choose('#door-hunt-a', '3');
    await lab.choose('#door-hunt-b', '0');
    await lab.choose('#door-hunt-metric', 'cost');
    await lab.set('#door-hunt-tries', '1000000');
    await lab.door('worst');
    await page.click({ role: 'button', name: 'Cancel', within: '.headline' });
    await page.see({ role: 'button', name: 'Search', within: '.headline' });
    await lab.set('#hunt-tries', '70');
    await page.click({ role: 'button', name: 'Search', within: '.headline' });
    await page.wait('the end', () => /^On none of \d+ instances does MinCost do worse than FirstFit by cost/.test(document.querySelector('#hunt-none')?.textContent ?? ''));
  });

  test.once("a paper's experiments run in its page and give the numbers of the command line", async ({ page, front }) => {
    const rows = () => page.eval(() => Object.fromEntries([...document.querySelectorAll('tr[data-row]')].map((row) => [row.getAttribute('data-row'),
      [row.querySelector('.here b')?.textContent ?? '', row.querySelector('.here .verdict')?.textContent ?? '']])));
    const complete = () => page.wait('the experiments', () => document.querySelector('#rerun-status')?.textContent === 'Complete.');
    await page.goto(front.url('/papers/markov-2004/'));
    await page.click({ role: 'button', name: 'Run all here' });
    await complete();
    const built = await page.eval(() => [...document.querySelectorAll('tr[data-row]')].map((row) => [row.querySelector('.ours b').textContent, row.querySelector('td:not(.here) .verdict').textContent]));
    assert.deepEqual(Object.values(await rows()), built);

    await page.goto(front.url('/papers/square-2018/'));
    await page.eval(() => { document.querySelector('#rerun-share').value = '100'; });
    await page.click({ role: 'button', name: 'Run here' });
    await complete();
    const shown = await rows();
    for (const row of paper('square-2018', 30).rows) {
      const [ours, verdict] = shown[row.id];
      assert.equal(verdict, row.ours === undefined ? '' : row.verdict, row.id);
      if (row.ours === undefined) continue;
      const digits = (ours.split('.')[1] ?? '').length;
      assert.ok(Math.abs(Number(ours) - row.ours) <= 0.5000001 * 10 ** -digits, `${row.id}: ${ours}, ${row.ours}`);
    }
  });

  test.once('what is wrong is said at its field, and a grid of a billion cells is counted and asked about', async ({ page, front }) => {
    const lab = await new Studies(page, front).on(sweep(60, { metrics: ['makespan', 'cost'] }), front);
    await page.wait('the unknown metric', () => /not a metric/.test(document.querySelector('.asks [aria-label="Metrics"] .why-not')?.textContent ?? ''));
    await page.click('[data-metric="cost"]');
    await page.wait('it to be mended', () => !document.querySelector('.asks [aria-label="Metrics"] .why-not'));
    await lab.set('#st-replications', '0');
    assert.match(await lab.fault('#st-replications'), /must be at least 1/);
    await lab.set('#st-replications', '1000');
    await lab.set('#st-vary-0-path', 'placement.generate.jobz');
    assert.match(await lab.fault('#st-vary-0-path'), /does not exist/);
    await lab.undo();
    await page.eval(() => {
      const by = document.querySelector('#st-by-0');
      by.value = 'range';
      by.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.see('#st-vary-0-step');
    await lab.set('#st-vary-0-step', '-1');
    assert.match(await lab.fault('#st-vary-0-step'), /no end/);
    await lab.set('#st-vary-0-step', '0.00001');
    assert.match(await page.wait('the count', () => {
      const size = document.querySelector('#st-size')?.textContent ?? '';
      return /·10|000.000.000/.test(size) && size;
    }), /solutions/);
    await page.see('#st-large');
    assert.match(await lab.status(), /confirm it/);
    assert.ok(await page.eval(() => [...document.querySelectorAll('.headline button')].find((button) => button.textContent === 'Start')?.disabled));
  });

  test.once('a replication opens in the laboratory at its seed, and undo leads back', async ({ page, front }) => {
    const asked = sweep(40);
    const lab = await new Studies(page, front).on(asked, front);
    await lab.press('Start');
    await lab.complete();
    await page.focus('.found .gb-estimate');
    await page.press('Enter');
    await page.click({ role: 'button', name: 'Open one replication of RBHS' });
    await page.wait('its replications', () => document.querySelectorAll('.picks:popover-open .it').length === 3);
    await page.click({ role: 'button', name: 'Open the worst replication' });
    await page.wait('the scenario', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
    await lab.solved();
    const one = JSON.parse(await lab.text());
    assert.notEqual(one.seed, 7);
    assert.equal(one.placement.generate.jobs, 10);
    assert.equal(one.study, undefined);
    await lab.undo();
    await page.click({ role: 'button', name: 'Study', within: '.bar' });
    await lab.complete();
  });

  test.long('the page stays free while a study runs', async ({ page, front, note }) => {
    const lab = await new Studies(page, front).on(sweep(6000), front);
    await page.wait('Start', () => [...document.querySelectorAll('.headline button')].some((button) => button.textContent === 'Start' && !button.disabled));
    // The running time of the page's thread counts, not its waiting for the study, which uses all cores.
    const { tracing } = /** @type {any} */ (page).page;
    await tracing.start({ categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
    await page.eval(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('.found .gb-estimate')) return;
        performance.mark('first-numbers');
        seen.disconnect();
      });
      seen.observe(document.body, { childList: true, subtree: true });
    });
    await lab.press('Start');
    await lab.complete();
    const events = JSON.parse(Buffer.from(await tracing.stop()).toString()).traceEvents;
    const pages = events.filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain').map((event) => event.tid);
    const since = events.find((event) => event.name === 'first-numbers').ts;
    const tasks = events.filter((event) => event.name === 'RunTask' && pages.includes(event.tid));
    const longest = (of) => of.map((event) => Math.round(event.tdur / 1000)).sort((a, b) => b - a).slice(0, 5);
    const later = tasks.filter((event) => event.ts > since);
    note(`the longest tasks ran ${longest(later).join(', ')} ms, before the first numbers ${longest(tasks.filter((event) => event.ts <= since)).join(', ')} ms`);
    assert.ok(later.length > 20 && longest(later)[0] <= 50, `the page was held up for ${longest(later)[0]} ms, one of ${later.length} tasks`);
  });
}, optimizing);
