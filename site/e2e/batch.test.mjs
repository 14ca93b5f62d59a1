// Batches in the laboratory: windows of every family, jobs as a table, the limit moved by pointer and by keyboard,
// the steps of a search, links, and the findings of axe-core.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { violations } from './harness/axe.mjs';
import { Lab, native, opened } from './lab.mjs';

const windowOf = (id) => Lab.mark('alternative', id);
const limit = '.plane-plot .limit';
const digests = (results) => results.runs.map((run) => `${run.algorithm} ${run.digest}`);
const field = (path) => `[data-list] [data-field="${path}"]`;

/** Opens the worked example as a user would, with the answer of AMP. */
async function example(page, front) {
  const lab = await new Lab(page, front).open();
  await lab.kind('Batch');
  await lab.count('node', 6);
  await lab.solved();
  await page.click({ role: 'button', name: 'AMP', within: '.runs-table' });
  await page.wait('the answer of AMP', () => document.querySelectorAll('.canvas .gb-strong.c2').length === 3);
  await lab.count('alternative', 8);
  return lab;
}

/** Opens a generated preset by its link. */
async function preset(page, front, id) {
  const link = native('link', { format: 'gridbox', version: 1, kind: 'batch', title: id, seed: 7, batch: { generate: { preset: id } } });
  const lab = await new Lab(page, front).open(link.slice(link.indexOf('#')));
  await page.see(Lab.mark('node', 'n1'));
  return lab.solved();
}

/** Returns total time and total cost of the focused answer from its row. */
const totals = (page) => page.eval(() => [...document.querySelectorAll('.runs-table tr.sel td')].slice(0, 2).map((cell) => Number((cell.firstChild?.textContent ?? '').replace(/\s/g, ''))));

/** Waits until the focused answer's totals differ from the given ones. */
const others = (page, before) => page.wait('another combination', (was) => {
  const now = [...document.querySelectorAll('.runs-table tr.sel td')].slice(0, 2).map((cell) => (cell.firstChild?.textContent ?? '').replace(/\s/g, ''));
  return now.map(Number).join() !== was && /solved and checked/.test(document.querySelector('.control')?.textContent ?? '') && now.map(Number);
}, before.join());

inEachBrowser('batches', (test) => {
  test.once('the worked example opens solved and verified, and says that it is reconstructed', async ({ page, front }) => {
    const lab = await example(page, front);
    assert.match(await page.eval(() => document.querySelector('.title input').value), /reconstructed/);
    assert.match((await lab.rows())[1], /AMP.*160.*1390/);
    await page.wait('three chosen windows', () => document.querySelectorAll('.canvas .gb-strong').length === 3);
    assert.match(await page.text('.plane'), /own budget|least time within the budget/);
    await lab.detail('Windows');
    await page.wait('the windows of job 1', () => document.querySelectorAll('#answers tbody tr').length === 3);
    await lab.detail('Cycles');
    await page.wait('one cycle', () => document.querySelectorAll('#answers tbody tr').length === 1);
  });

  test.once('windows show family by family, by job, and what each answer chose', async ({ page, front }) => {
    const lab = await example(page, front);
    const show = (value) => page.eval((to) => {
      const list = document.querySelector('.filters [data-find="show"]');
      list.value = to;
      list.dispatchEvent(new Event('input', { bubbles: true }));
    }, value);
    await show('job');
    await lab.count('alternative', 3);
    await show('family');
    await page.click(lab.button('Previous family'));
    await lab.count('alternative', 3);
    await page.wait('family 1', () => document.querySelector('.stepper')?.textContent.includes('family 1 of'));
    // Two clicks before the page draws again move on by two families.
    await page.eval(() => {
      const next = document.querySelector('.stepper [aria-label="Next family"]');
      for (let clicks = 0; clicks < 2; clicks++) next.click();
    });
    await page.wait('family 3', () => document.querySelector('.stepper')?.textContent.includes('family 3 of'));
    await lab.count('alternative', 2);
    await show('answers');
    await page.wait('the windows of both answers', () => document.querySelectorAll('.canvas .gb-strong.c1').length === 2 && document.querySelectorAll('.canvas .gb-strong.c2').length === 3);
    await show('–');
    await lab.count('alternative', 8);
  });

  test.once('a job is changed, added and deleted in the table, undone and redone', async ({ page, front }) => {
    const lab = await example(page, front);
    const before = await totals(page);
    await page.focus(field('batch.jobs[0].nodes'));
    await page.press('Control+a');
    await page.type('1');
    await page.press('Enter');
    const after = await others(page, before);
    await lab.solved();
    await lab.undo();
    assert.deepEqual(await others(page, after), before);
    await lab.redo();
    await others(page, before);
    await page.click(lab.button('Add a job'));
    await page.wait('four jobs', () => document.querySelectorAll('[data-list="job"] tbody tr').length === 4);
    await lab.solved();
    await page.click('[data-list="job"] tr.sel .pick');
    await page.click({ role: 'button', name: 'Delete', within: '.chosen' });
    await page.wait('three jobs', () => document.querySelectorAll('[data-list="job"] tbody tr').length === 3);
    await page.focus(field('batch.jobs[0].volume'));
    await page.press('Control+a');
    await page.type('0');
    await page.press('Enter');
    await page.wait('the fault', () => (document.querySelector('[data-list] .wrong input')?.getAttribute('title') ?? '').length > 5);
  });

  test.once('busy time is drawn by pointer, and the windows move out of its way', async ({ page, front }) => {
    const lab = await example(page, front);
    const busy = (await lab.marks('busy')).length;
    await page.click({ role: 'button', name: '/^Draw busy time/', within: '.tools' });
    const row = await page.box('.canvas [data-kind="node"][data-id="cpu4"] .gb-paper');
    await page.drag({ x: row.x + row.width * 0.22, y: row.y + row.height / 2 }, { dx: row.width * 0.1, dy: 0 });
    await lab.count('busy', busy + 1);
    await lab.solved();
    await page.wait('other windows', () => document.querySelectorAll('.canvas [data-kind="alternative"][data-id="1/1/1"]').length === 1);
    await lab.undo();
    await lab.count('busy', busy);
    await lab.count('alternative', 8);
  });

  test.any('the limit is moved by pointer and by keyboard, and never below the least', async ({ page, front, note }) => {
    const lab = await preset(page, front, 'alp-amp-2011');
    await page.click({ role: 'button', name: 'AMP', within: '.runs-table' });
    await page.wait('the answer of AMP', () => /^AMP/.test(document.querySelector('.runs-table tr.sel')?.textContent ?? ''));
    const free = await totals(page);
    const box = await page.box(limit);
    const thumb = await page.eval((selector) => {
      const slider = document.querySelector(selector);
      return 10 / slider.clientWidth + (Number(slider.value) - Number(slider.min)) / (Number(slider.max) - Number(slider.min)) * (1 - 20 / slider.clientWidth);
    }, limit);
    await page.drag({ x: box.x + box.width * thumb, y: box.y + box.height / 2 }, { dx: -box.width * 0.45, dy: 0 });
    const tight = await others(page, free);
    assert.ok(tight[1] < free[1] && tight[0] > free[0], `${tight} is cheaper and slower than ${free}`);
    assert.equal(await page.eval(() => document.querySelector('.bar [data-act="undo"]').getAttribute('title')), 'Undo: set limit');
    await page.focus(limit);
    const began = await page.eval(() => { window.began = performance.now(); return document.querySelector('.plane-plot .limit').value; });
    await page.press('ArrowLeft');
    await page.wait('a smaller limit', (was) => Number(document.querySelector('.plane-plot .limit').value) < Number(was), began);
    await page.press('Home');
    const [least, value] = await page.wait('the least limit', () => {
      const slider = document.querySelector('.plane-plot .limit');
      const row = document.querySelector('.runs-table tr.sel');
      return row?.querySelector('td.ok') && [Number(slider.dataset.least), Number(slider.getAttribute('data-value'))];
    });
    note(`the least is ${least}, the slider stands at ${value}`);
    assert.ok(value >= least * (1 - 1e-9), 'the slider stops at the least');
    await lab.solved();
    await page.click(lab.button('Use the organisation\'s own quota'));
    await page.wait('the own quota', () => !document.querySelector('.plane .acts') && /own/.test(document.querySelector('.gb-limit')?.textContent ?? ''));
    await lab.solved();
    assert.deepEqual(await totals(page), free);
    await page.click(lab.button('least cost'));
    const cheap = await others(page, free);
    assert.ok(cheap[1] <= free[1], `${cheap} costs no more than ${free}`);
    assert.match(await page.text('.plane .note'), /least cost within the time/);
  });

  test.once('a click on a window tells how it was found, step by step', async ({ page, front }) => {
    const lab = await example(page, front);
    await page.click(windowOf('1/3/1'), { y: 0.1 });
    await page.wait('the search for family 3', () => /Family 3/.test(document.querySelector('.verdict')?.textContent ?? ''));
    await page.focus('.transport [aria-label="Step"]');
    await page.click(lab.starting('To the start'));
    await page.wait('no step', () => /No step has run yet/.test(document.querySelector('.say')?.textContent ?? ''));
    await page.wait('the windows found before', () => document.querySelectorAll('.canvas [data-kind="alternative"]').length === 6);
    await page.click(lab.starting('Next step'));
    await page.wait('the first slot', () => /slot on cpu/.test(document.querySelector('.say')?.textContent ?? '') && document.querySelectorAll('.canvas .gb-states rect').length > 0);
    await page.click(lab.starting('To the end'));
    await page.wait('the window', () => /window is found/.test(document.querySelector('.say')?.textContent ?? ''));
  });

  test.once('a link carries the batch with its limit, and the command line agrees', async ({ page, front }) => {
    const lab = await example(page, front);
    await page.focus('#f-limit');
    await page.type('1400');
    await page.press('Enter');
    await lab.solved();
    const link = await lab.link();
    assert.match(opened(link), /"limit": ?1400/);
    const there = JSON.parse(native('solve', opened(link)));
    const here = await lab.results();
    assert.deepEqual(digests(here), digests(there));
    const again = await new Lab(page, front).open(link.slice(link.indexOf('#')));
    await again.solved();
    assert.equal(await page.eval(() => document.querySelector('#f-limit').value), '1400');
  });

  test.once('cycles are chosen, and postponed jobs are named', async ({ page, front }) => {
    const lab = await preset(page, front, 'alp-amp-cycles');
    await lab.detail('Cycles');
    await page.wait('four cycles', () => document.querySelectorAll('#answers tbody tr').length === 4);
    await page.click({ role: 'button', name: '2', within: '#answers' });
    await page.wait('the second cycle', () => document.querySelector('.filters [data-find="cycle"]')?.value === '2' && /cycle 2/.test(document.querySelector('.hint')?.textContent ?? ''));
    assert.match(await page.text('#answers'), /j\d/);
  });

  test.once('axe-core finds nothing, light or on a phone', async ({ page, front }) => {
    const lab = await example(page, front);
    const found = await violations(page);
    for (const tab of ['Windows', 'Cycles']) {
      await lab.detail(tab);
      found.push(...await violations(page));
    }
    await lab.onPhone();
    found.push(...await violations(page));
    assert.deepEqual(found, []);
    assert.ok(await page.eval(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than a phone');
  });
});
