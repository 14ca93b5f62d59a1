// Compute farms in the laboratory: the paper's example and its tables, jobs edited in tables and joined on the
// picture, the policy, the explanation of a job's placement, a large farm, links, and the findings of axe-core.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { violations } from './harness/axe.mjs';
import { Lab, native, opened } from './lab.mjs';

const job = (id) => Lab.mark('job', id);
const field = (path) => `[data-field="${path}"]`;
const digests = (results) => results.runs.map((run) => `${run.algorithm} ${run.digest}`);

/** Opens the worked example as a user would. */
async function example(page, front) {
  const lab = await new Lab(page, front).open();
  await lab.kind('Compute farm');
  await lab.count('machine', 5);
  await lab.solved();
  await page.see(job('19'));
  return lab;
}

/** Opens a preset by its link. */
async function preset(page, front, id) {
  const link = native('link', { format: 'gridbox', version: 1, kind: 'farm', title: id, seed: 7, farm: { generate: { preset: id } } });
  return new Lab(page, front).open(link.slice(link.indexOf('#')));
}

/** Sets a choice as a user would. */
const choose = (page, selector, value) => page.eval((which, to) => {
  const list = document.querySelector(which);
  list.value = to;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}, selector, value);

/** Types into a field. */
async function enter(page, selector, text) {
  await page.focus(selector);
  await page.press('Control+a');
  await page.type(text);
  await page.press('Enter');
}

/** Returns the makespan of the first row. */
const makespan = (page) => page.eval(() => Number((document.querySelector('.runs-table tbody td')?.firstChild?.textContent ?? '').replace(/\s/g, '')));
const until = (page, value) => page.wait(`a makespan of ${value}`, (want) => Number((document.querySelector('.runs-table tbody td')?.firstChild?.textContent ?? '').replace(/\s/g, '')) === want, value);

inEachBrowser('farms', (test) => {
  test.once('the worked example is solved and verified, and mode published gives all rows of the paper', async ({ page, front }) => {
    const lab = await example(page, front);
    assert.equal(await makespan(page), 18720);
    await lab.detail('Paper');
    await page.wait('the paper\'s rows', () => document.querySelectorAll('.paper tbody tr').length === 23);
    assert.ok(await page.eval(() => document.querySelectorAll('.paper [aria-label="the same"]').length) < 23);
    await choose(page, '#f-mode', 'published');
    await page.wait('all rows the same', () => document.querySelectorAll('.paper [aria-label="the same"]').length === 23);
    await page.click(lab.tab('Answers'));
    await until(page, 21720);
    await lab.detail('Schedule');
    await page.wait('the schedule', () => document.querySelectorAll('#answers tbody tr').length === 23);
  });

  test.once('a job is selected on the picture, and the why tells what it waited for, step by step', async ({ page, front }) => {
    const lab = await example(page, front);
    await page.click(job('18'));
    await page.wait('the why', () => /makes? room/.test(document.querySelector('.verdict')?.textContent ?? '') && /Job 18/.test(document.querySelector('.say')?.textContent ?? ''));
    assert.match(await page.text('.verdict'), /too few slots/);
    await page.press('F2');
    assert.match(await page.text('#form .chosen'), /Job 18/);
    await page.press('Escape');
    await page.click(lab.starting('To the start'));
    await page.wait('what runs already', () => document.querySelectorAll('.canvas svg [data-kind="job"]').length === 5);
    await page.click(lab.starting('Next step'));
    await page.click(lab.starting('To the end'));
    await page.see(job('18'));
    await page.focus(job('18'));
    await page.press('ArrowLeft');
    const other = await page.eval(() => document.activeElement?.getAttribute('data-id'));
    assert.notEqual(other, '18');
    await page.press('Enter');
    await page.wait('another job chosen', (id) => document.querySelector('[data-list="job"] tr.sel .pick')?.textContent === id, other);
  });

  test.once('jobs are changed, added and deleted, undone and redone, and faults keep what was typed', async ({ page, front }) => {
    const lab = await example(page, front);
    await enter(page, `[data-list] ${field('farm.jobs[17].duration')}`, '7200');
    await until(page, 22320);
    await lab.solved();
    await lab.undo();
    await until(page, 18720);
    await lab.redo();
    await until(page, 22320);
    await page.click({ role: 'button', name: 'Add a job', within: '.tools' });
    await page.wait('twenty jobs', () => document.querySelector('[aria-label="Jobs"] .count')?.textContent === '20');
    await lab.solved();
    await page.press('Delete');
    await page.wait('nineteen jobs', () => document.querySelector('[aria-label="Jobs"] .count')?.textContent === '19');
    await enter(page, `[data-list] ${field('farm.jobs[17].duration')}`, '-1');
    await page.wait('the fault', () => (document.querySelector('[data-list] .wrong input')?.getAttribute('title') ?? '').length > 5);
  });

  test.any('jobs are joined by a drag and by the keyboard, and a circle is refused', async ({ page, front }) => {
    const lab = await example(page, front);
    await page.click(lab.starting('Add a dependency'));
    await page.see('.canvas.gb-tool-connect');
    const from = await page.box(job('18')), to = await page.box(job('8'));
    await page.drag({ x: from.x + from.width / 2, y: from.y + from.height / 2 }, { dx: to.x + to.width / 2 - from.x - from.width / 2, dy: to.y + to.height / 2 - from.y - from.height / 2 });
    await page.wait('a step to undo', () => /wait for job 18/.test(document.querySelector('.bar [data-act="undo"]')?.getAttribute('title') ?? ''));
    await lab.solved();
    await page.press('Escape');
    await page.see('.canvas.gb-tool-select');
    await page.focus(job('8'));
    await page.press('c');
    await page.focus(job('18'));
    await page.press('Enter');
    await page.wait('a word about the circle', () => /circle/.test(document.querySelector('.alerts')?.textContent ?? ''));
    await lab.detail('Jobs');
    await page.wait('the graph of jobs', () => document.querySelectorAll('#answers svg.gb-jobgraph [data-kind="job"]').length === 2);
    await lab.undo();
    await page.wait('no graph', () => !document.querySelector('#answers svg.gb-jobgraph'));
  });

  test.once('with advance reservation no job starves', async ({ page, front }) => {
    const lab = await preset(page, front, 'farm-starvation');
    await lab.solved();
    await page.wait('the comparison', () => /the longest \d+ s instead of/.test(document.querySelector('.versus')?.textContent ?? ''));
    await choose(page, field('farm.policy.reservation'), 'true');
    await lab.solved();
    await page.wait('no long wait', () => !/the longest \d+ s instead of/.test(document.querySelector('.versus')?.textContent ?? ''));
  });

  test.once('a large farm is summed up, solved when asked, and its jobs are still explained', async ({ page, front, note }) => {
    const lab = await preset(page, front, 'farm-large');
    await page.wait('the rows', () => document.querySelectorAll('.canvas svg .gb-rowname').length > 0);
    await page.click(lab.button('Run'));
    await page.wait('an answer', () => /Two-stage.*\d{4}|Two-stage.*\d\s\d{3}/.test(document.querySelector('.runs-table tbody tr')?.textContent ?? ''));
    await page.wait('shares of slots', () => document.querySelectorAll('.canvas svg path.gb-bar').length > 8);
    const size = await page.eval(() => document.querySelector('.canvas svg').outerHTML.length);
    note(`the picture of 10,000 jobs takes ${size} bytes`);
    assert.ok(size < 200_000);
    await page.click(lab.button('Cancel'));
  });

  test.any('the queue is drawn for the size that it has', async ({ page, front }) => {
    await (await new Lab(page, front).open('?preset=markov-2004')).run();
    await page.click({ role: 'button', name: 'Queue', within: '.bar' });
    const fits = () => page.wait('the picture as wide as its place', () => {
      const svg = document.querySelector('.canvas svg.gb-timeline:not([data-joins])');
      return svg instanceof SVGSVGElement && Math.abs(svg.viewBox.baseVal.width - svg.clientWidth) < 2;
    });
    await page.resize(390, 844);
    await fits();
    await page.resize(1920, 1080);
    await fits();
  });

  test.once('a link carries the farm, and the command line agrees', async ({ page, front }) => {
    const lab = await example(page, front);
    await choose(page, field('farm.policy.backfill'), 'false');
    await lab.solved();
    const link = await lab.link();
    assert.match(opened(link), /"backfill": ?false/);
    const there = JSON.parse(native('solve', opened(link)));
    assert.deepEqual(digests(await lab.results()), digests(there));
    const again = await new Lab(page, front).open(link.slice(link.indexOf('#')));
    await again.solved();
    assert.equal(await page.eval((which) => document.querySelector(which).value, field('farm.policy.backfill')), 'false');
  });

  test.once('axe-core finds nothing, also on a phone', async ({ page, front }) => {
    const lab = await example(page, front);
    const found = await violations(page);
    for (const tab of ['Schedule', 'Jobs', 'Paper']) {
      await lab.detail(tab);
      found.push(...await violations(page));
    }
    await lab.onPhone();
    found.push(...await violations(page));
    assert.deepEqual(found, []);
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than a phone');
  });
});
