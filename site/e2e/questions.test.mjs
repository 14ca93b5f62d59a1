// The Study view: four questions that begin a study, one study with its verdict, its exports, and whether a shared
// one was reproduced; by keyboard, on a phone, while it runs.

import assert from 'node:assert/strict';
import { violations } from './harness/axe.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { generated, native } from './lab.mjs';
import { Studies } from './studies.mjs';

const fiveClusters = '?preset=five-clusters&view=study';

/** Opens the questions of the example with five clusters. */
async function doors(page, front) {
  const lab = await new Studies(page, front).open(fiveClusters);
  await page.wait('the questions', () => document.querySelector('#door-vary .go:not([disabled])') !== null);
  return lab;
}

/** Starts one of the questions and waits until it is complete. */
async function through(lab, door) {
  await lab.door(door);
  await lab.complete();
  await lab.page.see('#study-finding');
}

/** Returns the positions of the parts of the view that must not move. */
const places = () => JSON.stringify(['.study-question', '.looks', '.headline', '.run-control > :first-child', '.run-control progress', '#study-more-button', '.study-list']
  .map((part) => { const { left, top, width, height } = document.querySelector(part)?.getBoundingClientRect() ?? {}; return [part, left, top, width, height].join(' '); }));

inEachBrowser('questions', (test, browser) => {
  const faults = async (page) => (browser === 'chromium' ? violations(page) : []);

  test('four questions begin a study, with this problem\'s numbers as fields and how much work it is; by keyboard', async ({ page, front }) => {
    const lab = await doors(page, front);
    const titles = await page.eval(() => [...document.querySelectorAll('.door h3')].map((title) => title.textContent));
    assert.deepEqual(titles, ['Other jobs of this kind', 'Same jobs, uncertain numbers', 'Vary a number', 'Find the worst case of A against B', 'All algorithms against each other']);
    assert.match(await page.text('#door-jobs'), /800 solutions, about [0-9]+ s/);
    assert.match(await page.text('#door-vary'), /52 solutions/);
    const fields = await page.eval(() => ['vary-path', 'vary-low', 'vary-high', 'vary-count'].map((name) => document.querySelector(`#door-${name}`)?.value));
    assert.deepEqual(fields, ['placement.clusters[id=Lyon].mips', '410', '1640', '13']);
    await lab.set('#door-jobs-draws', '100');
    await page.wait('the work of 100 draws', () => /400 solutions/.test(document.querySelector('#door-jobs')?.textContent ?? ''));
    await lab.set('#door-vary-low', 'x');
    await page.wait('a fault', () => /number/.test(document.querySelector('#door-vary-low-why')?.textContent ?? '') && document.querySelector('#door-vary .go')?.disabled);
    await lab.set('#door-vary-low', '410');
    await page.wait('no fault', () => document.querySelector('#door-vary .go')?.disabled === false);
    await page.click('.ready summary');
    assert.ok(await page.eval(() => document.querySelectorAll('.ready .presets button').length) > 0, 'ready studies');
    for (const name of ['An empty study', 'Open a study or its parts…', 'Run on a cluster…']) await page.see({ role: 'button', name, within: '.doors' });
    await page.focus('#door-vary .go');
    await page.press('Enter');
    await lab.complete();
    await page.click({ role: 'button', name: 'New study' });
    await page.wait('what came out', () => /first at [0-9]+ of 13/.test(document.querySelector('#door-vary .door-found')?.textContent ?? ''));
    await page.click({ role: 'button', name: 'Open the last study: Vary a number' });
    await page.see('#study-finding');
    await page.press('Escape');
    await page.wait('the scenario', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
  });

  test('other jobs are a draft of their own, and listed with the problem that they were drawn from', async ({ page, front }) => {
    const lab = await doors(page, front);
    await through(lab, 'jobs');
    assert.match(await page.eval(() => document.querySelector('.title input')?.value ?? ''), /drawn/);
    assert.match(await page.text('#study-evidence'), /first (alone )?in [0-9]+ of 200 replications/);
    await page.press('Control+z');
    await page.wait('the draft before, and what came out', () => document.querySelector('.title input')?.value === 'Five clusters' && /first (alone )?in [0-9]+ of 200/.test(document.querySelector('.study-list')?.textContent ?? ''));
  });

  test('dots are on their lines, labels at the lines\' ends, and a point has its table', async ({ page, front }) => {
    const lab = await doors(page, front);
    await through(lab, 'vary');
    const chart = await page.eval(() => {
      const svg = document.querySelector('.found .plot svg');
      const lines = [...svg.querySelectorAll('.gb-curve')].map((line) => line.getAttribute('points').trim().split(' '));
      const dots = [...svg.querySelectorAll('.gb-estimate')].map((mark) => mark.querySelector('circle:not(.gb-target)')).map((dot) => `${dot.getAttribute('cx')},${dot.getAttribute('cy')}`);
      return { vertices: lines.flat(), dots, labels: [...svg.querySelectorAll('.gb-key')].map((text) => text.textContent), mark: svg.querySelector('.gb-mark text')?.textContent };
    });
    assert.deepEqual(chart.dots, chart.vertices);
    assert.deepEqual([...chart.labels].sort(), ['Min completion', 'Nearest data', 'RBHS', 'SCP Tree Search']);
    assert.equal(chart.mark, '820, current value');
    assert.equal(await page.eval(() => document.querySelector('#st-point')?.selectedOptions[0]?.textContent), 'At 820 MIPS');
    const before = await page.text('.cells tbody');
    await page.focus('.found .gb-estimate[data-id="0"]');
    await page.press('Enter');
    await page.wait('the table of that point', (text) => document.querySelector('#st-point')?.selectedOptions[0]?.textContent === 'At 410 MIPS' && document.querySelector('.cells tbody')?.textContent !== text, before);
    await lab.choose('#st-point', 'all');
    await page.wait('all points', () => document.querySelectorAll('.cells tbody tr').length === 52);
  });

  test('mean or median, 9 of 10, pairs and all metrics; nothing moves while a study runs', async ({ page, front }) => {
    const lab = await new Studies(page, front).on(generated('split-network', {}, { study: { replications: 400, metrics: ['makespan', 'meanTransferTime'] } }), front);
    await page.wait('Start', () => [...document.querySelectorAll('.headline button')].some((button) => button.textContent === 'Start' && !button.disabled));
    await lab.press('Start');
    await page.wait('the first numbers', () => document.querySelector('.found .gb-estimate') !== null && document.querySelector('#study-finding') !== null);
    const first = await page.eval(places);
    await lab.complete();
    assert.equal(await page.eval(places), first);
    const counts = () => page.text('#study-counts');
    assert.match(await counts(), /Dots are means/);
    await page.click({ role: 'button', name: 'Median' });
    await page.wait('medians', () => /Dots are medians/.test(document.querySelector('#study-counts')?.textContent ?? ''));
    await page.click('[data-look="bands"]');
    await page.wait('9 of 10', () => /span 9 of 10/.test(document.querySelector('#study-counts')?.textContent ?? ''));
    await page.focus('#study-tab-verdict');
    await page.press('ArrowRight');
    await page.wait('the pairs', () => document.querySelectorAll('#study-tab .versus .pad').length === 6);
    await page.press('ArrowRight');
    await page.click({ role: 'button', name: 'Mean transfer, s', within: '.multiples' });
    await page.wait('the other metric', () => document.querySelector('#st-metric')?.value === 'meanTransferTime');
  });

  test('all that can be saved is in one menu, which Escape closes and leaves the study open', async ({ page, front }) => {
    const lab = await doors(page, front);
    await through(lab, 'noise');
    await page.focus('#study-export-button');
    await page.press('Enter');
    await page.see('#study-export');
    const names = await page.eval(() => [...document.querySelectorAll('#study-export .it')].map((item) => item.textContent));
    assert.deepEqual(names, ['PDF', 'SVG', 'PNG', 'Vega-Lite', 'Means, CSV', 'Every value, CSV', 'Pairs, CSV', 'Study, JSON', 'LaTeX, table and PDF', 'LaTeX table', 'Markdown table', 'Part, to merge', 'Study document, JSON', 'Link to this study']);
    assert.equal(await page.text('#study-command'), 'gridbox study scenario.json');
    assert.deepEqual(await faults(page), [], 'the menu');
    await page.press('Escape');
    await page.wait('the menu to close', () => !document.querySelector('.drop:popover-open'));
    assert.equal(await page.eval(() => `${document.activeElement?.id} ${document.querySelector('#lab')?.getAttribute('data-view')}`), 'study-export-button study');
    assert.match(await lab.saved('LaTeX table'), /\\toprule/);
    assert.match(await lab.saved('Markdown table'), /\| --- \|/);
    assert.match(await lab.saved('LaTeX, table and PDF'), /^PK/);
    assert.match(await lab.saved('Pairs, CSV'), /,a,b,/);
    await page.click('#study-more-button');
    await page.click({ role: 'button', name: 'Run on a cluster…', within: '#study-more' });
    await page.see({ role: 'dialog' });
  });

  test('a shared study says that it is not reproduced here, and after it has run that it is', async ({ page, front }) => {
    const asked = generated('split-network', {}, { study: { replications: 20, metrics: ['makespan'] } });
    const lab = await new Studies(page, front).on(asked, front);
    await lab.press('Start');
    await lab.complete();
    await page.click({ role: 'button', name: 'Share', within: '.bar' });
    const link = await page.wait('the link with the digest', () => { const value = document.querySelector('#share-link')?.getAttribute('data-value') ?? ''; return /&study=/.test(value) && value; });
    await page.goto(front.url('/docs/'));
    await page.goto(front.url('/lab/') + link.slice(link.indexOf('#')));
    await lab.live();
    assert.match(await page.wait('the row', () => document.querySelector('#study-expects')?.textContent), /^Not reproduced here\. 80 solutions/);
    await page.wait('the button', () => [...document.querySelectorAll('.headline button')].some((button) => ['Run it here', 'Resume'].includes(button.textContent) && !button.disabled));
    await page.click('.headline .run-control > .btn');
    await page.wait('the comparison', () => /^Reproduced here: all [0-9]+ means equal the author's/.test(document.querySelector('#study-expects')?.textContent ?? ''));
  });

  test('on a phone and enlarged nothing is cut off, and what is pressed is large enough', async ({ page, front }) => {
    const lab = await doors(page, front);
    const small = () => [...document.querySelectorAll('.lab :is(.doors, .asks, .study-question, .found, .headline, .study-verdict, .at-point) :is(button, select, input[type="text"], summary)')]
      .filter((part) => part.checkVisibility() && !part.closest('.drop-here') && !part.closest('svg')).map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24).map(({ part, box }) => `${part.id || part.textContent} ${Math.round(box.width)} x ${Math.round(box.height)}`);
    const overlapping = () => {
      const parts = [...document.querySelectorAll('#lab > :is(.bar, .doors, .asks, .study-question, .found, .study-verdict, .at-point)')].filter((part) => part.checkVisibility());
      return parts.flatMap((part, i) => parts.slice(i + 1).filter((other) => {
        const [a, b] = [part.getBoundingClientRect(), other.getBoundingClientRect()];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      }).map((other) => `${part.className} and ${other.className}`));
    };
    const look = async (where) => {
      for (const [width, height] of [[360, 740], [768, 1024], [1024, 768], [1366, 768], [1920, 1080]]) {
        await page.resize(width, height);
        assert.deepEqual(await page.eval(overlapping), [], `${where}: no part lies on another at ${width}`);
        assert.deepEqual(await page.eval(() => [...document.querySelectorAll('#lab > :not(.top), .door, .run-control > *, .looks > *')].filter((part) => part.getBoundingClientRect().right > innerWidth + 1).map((part) => part.className)), [], `${where}: nothing is cut off at ${width}`);
        assert.deepEqual(await page.eval(small), [], `${where} at ${width}`);
        assert.deepEqual(await faults(page), [], `${where} at ${width}`);
      }
    };
    await look('the questions');
    await through(lab, 'vary');
    await look('a study');
    await page.click('#st-setup');
    await page.see('#st-replications');
    await look('the set-up');
    await page.click({ role: 'button', name: 'New study' });
    await lab.choose('#door-hunt-b', '2');
    await lab.door('worst');
    await page.wait('the search', () => /^Complete/.test(document.querySelector('#hunt-status')?.textContent ?? ''));
    await look('the search');
  });
});
