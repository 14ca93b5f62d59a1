// Windows in the laboratory: every algorithm's window on the node rows, busy time drawn, moved, stretched and deleted
// by pointer and by keyboard, the request as sliders, the steps of a search, links, and the findings of axe-core.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { violations } from './harness/axe.mjs';
import { Lab, native, opened } from './lab.mjs';

const slide = (path) => `[data-slide="window.request.${path}"]`;
const digests = (results) => results.runs.map((run) => `${run.algorithm} ${run.digest}`);
const nodes = [
  { id: 'fast', performance: 4, price: 2, attributes: { q: 3 } }, { id: 'middle', performance: 3, price: 1.5, attributes: { q: 5 } },
  { id: 'slow', performance: 2, price: 1, attributes: { q: 9 } },
];

/** A problem of three nodes, with busy or with free time listed. */
const problem = (times) => ({ format: 'gridbox', version: 1, kind: 'window', title: 'Three nodes', window: {
  horizon: 100, nodes, ...times, request: { nodes: 2, volume: 60, budget: 200 } } });
const busy = problem({ busy: [{ node: 'fast', start: 40, end: 60 }, { node: 'slow', start: 0, end: 20 }] });
const free = problem({ slots: [{ node: 'fast', start: 0, end: 40 }, { node: 'middle', start: 0, end: 100 }, { node: 'slow', start: 20, end: 100 }] });

/** Opens a document by its link, solved. */
async function open(page, front, document) {
  const link = native('link', document);
  const lab = await new Lab(page, front).open(link.slice(link.indexOf('#')));
  await page.see(Lab.mark('node', 'fast'));
  await settled(page);
  return lab.solved();
}

/** Waits until the picture has the pixels of its place. */
const settled = (page) => page.wait('the picture in its place', () => Number(document.querySelector('.canvas svg')?.getAttribute('viewBox')?.split(' ')[2]) === document.querySelector('.canvas')?.clientWidth);

/** Opens the preset of twelve nodes as a user would. */
async function twelve(page, front) {
  const lab = await new Lab(page, front).open();
  await lab.kind('Window');
  await lab.count('node', 12);
  return lab.solved();
}

/** Returns the beginning, the end and the node of busy time. */
const times = (page, id) => page.eval((which) => {
  const mark = document.querySelector(`.canvas [data-kind="busy"][data-id="${which}"]`);
  return mark && [mark.dataset.node, Number(mark.dataset.start), Number(mark.dataset.end)];
}, id);

/** Waits until busy time is as wanted. */
const become = (page, id, node, start, end) => page.wait(`${id} on ${node} from ${start} to ${end}`, (which, ...wanted) => {
  const mark = document.querySelector(`.canvas [data-kind="busy"][data-id="${which}"]`);
  return mark && mark.dataset.node === wanted[0] && Math.abs(Number(mark.dataset.start) - wanted[1]) < 1e-9 && Math.abs(Number(mark.dataset.end) - wanted[2]) < 1e-9;
}, id, node, start, end);

/** Returns the pixels per unit of time, and the positions of a time and a row. */
const axis = (page) => page.eval(() => {
  const svg = document.querySelector('.canvas svg');
  const box = svg.getBoundingClientRect();
  const scale = box.width / svg.viewBox.baseVal.width;
  const n = (name) => Number(svg.dataset[name]);
  return { unit: (n('right') - n('left')) / (n('to') - n('from')) * scale, left: box.left + n('left') * scale, top: box.top + n('top') * scale, pitch: n('pitch') * scale };
});

inEachBrowser('windows', (test) => {
  test.once('twelve nodes open solved and verified, with a window for every algorithm', async ({ page, front }) => {
    const lab = await twelve(page, front);
    const rows = await lab.rows();
    assert.deepEqual(await lab.marks('window'), ['first-fit', 'max-sum', 'min-cost', 'min-finish', 'min-runtime', 'multiple-best']);
    assert.equal(rows.length, 6);
    await page.wait('the front in the chart', () => /best at each cost/.test(document.querySelector('[data-chart]')?.textContent ?? ''));
    await page.click(Lab.mark('window', 'min-cost') + ' .gb-part');
    await page.wait('the focus on MinCost', () => /^MinCost/.test(document.querySelector('.runs-table tr.sel')?.textContent ?? ''));
    assert.match(await page.text('.hint'), /^MinCost takes 3 nodes from/);
    await lab.detail('Slots');
    await page.wait('three slots and their sum', () => document.querySelectorAll('#answers tbody tr').length === 4);
  });

  test('busy time is drawn, moved to another node, stretched and deleted by the pointer', async ({ page, front }) => {
    const lab = await open(page, front, busy);
    const before = await lab.rows();
    const { unit, left, top, pitch } = await axis(page);
    const at = (time, row) => ({ x: left + time * unit, y: top + (row + 0.4) * pitch });
    await page.drag(at(0.3, 0), { dx: 30 * unit, dy: 0 });
    await lab.count('busy', 3);
    await become(page, 'b3', 'fast', 0, 30);
    await page.wait('a later window', (was) => document.querySelector('.runs-table tbody tr')?.textContent !== was, before[0]);
    await lab.solved();
    await page.drag(at(15, 0), { dx: 50 * unit, dy: pitch });
    await become(page, 'b3', 'middle', 50, 80);
    await lab.solved();
    const end = await axis(page);
    await page.drag({ x: end.left + 80 * end.unit - 2, y: end.top + 1.4 * end.pitch }, { dx: 10 * end.unit, dy: 0 });
    await become(page, 'b3', 'middle', 50, 90);
    await page.click({ role: 'button', name: '/^Delete busy/', within: '.tools' });
    await lab.count('busy', 2);
    for (const [node, start, to] of [['middle', 50, 90], ['middle', 50, 80], ['fast', 0, 30]]) {
      await lab.undo();
      await become(page, 'b3', node, start, to);
    }
    await lab.undo();
    await lab.count('busy', 2);
    await page.wait('the first windows', (was) => [...document.querySelectorAll('.runs-table tbody tr')].map((row) => row.textContent).join() === was, before.join());
    await lab.solved();
  });

  test.any('busy time is made, moved, stretched and deleted by the keyboard', async ({ page, front }) => {
    const lab = await open(page, front, busy);
    await page.focus(Lab.mark('node', 'middle'));
    await page.press('a');
    await lab.count('busy', 3);
    await lab.solved();
    const [, start, end] = await times(page, 'b3');
    await page.focus(Lab.mark('node', 'middle'));
    await page.press('ArrowRight');
    assert.match((await page.focused()).name, /middle is busy/);
    await page.press('Shift+ArrowRight');
    const step = await page.wait('the step', (was) => Number(document.querySelector('.canvas [data-id="b3"]')?.dataset.start) - was || null, start);
    await page.press('Shift+ArrowDown');
    await become(page, 'b3', 'slow', start + step, end + step);
    await page.press('e');
    await page.press('ArrowRight');
    await become(page, 'b3', 'slow', start + step, end + 2 * step);
    await page.press('Shift+ArrowLeft');
    await become(page, 'b3', 'slow', start, end + 2 * step);
    await page.press('Enter');
    await page.press('Delete');
    await lab.count('busy', 2);
    await page.press('Control+z');
    await lab.count('busy', 3);
    await lab.undo();
    await become(page, 'b3', 'middle', start, end);
    await lab.undo();
    await lab.count('busy', 2);
    await lab.solved();
  });

  test.once('a document that lists free time is turned round by one edit, and back by one undo', async ({ page, front }) => {
    const lab = await open(page, front, free);
    await lab.count('busy', 2);
    const text = await lab.text();
    await page.click(lab.tab('Problem'));
    await settled(page);
    await page.focus(Lab.mark('busy', 'b1'));
    await page.press('Shift+ArrowLeft');
    await page.wait('the busy time to move', () => Number(document.querySelector('.canvas [data-id="b1"]')?.dataset.start) < 40);
    assert.match(await lab.text(), /"busy"/);
    await page.click(lab.tab('Problem'));
    await lab.undo();
    assert.equal(await lab.text(), text);
    await lab.solved();
  });

  test('sliders of the request solve again as they move, and a drag of one is one step', async ({ page, front }) => {
    const lab = await twelve(page, front);
    const before = await lab.rows();
    await page.focus(slide('volume'));
    for (let i = 0; i < 5; i++) await page.press('ArrowRight');
    await page.wait('longer windows', (was) => document.querySelector('.runs-table tbody tr')?.textContent !== was, before[0]);
    await lab.solved();
    await page.focus(slide('budget'));
    await page.press('Home');
    await page.wait('the reason', () => /No answer: the cheapest window costs/.test(document.querySelector('.runs')?.textContent ?? ''));
    await lab.undo();
    await page.wait('windows again', () => !/no answer/.test(document.querySelector('.runs')?.textContent ?? ''));
    await lab.undo();
    await page.wait('the first windows', (was) => [...document.querySelectorAll('.runs-table tbody tr')].map((row) => row.textContent).join() === was, before.join());
    await lab.solved();
    await lab.unfold('details:has(#f-request-require)');
    await page.focus('#f-request-require');
    await page.type('q about 5');
    await page.press('Enter');
    await page.wait('what is wrong', () => /q >= 5/.test(document.querySelector('.field-fault')?.textContent ?? ''));
  });

  test.once('the steps of a search are told and drawn, and time can be zoomed', async ({ page, front }) => {
    const lab = await twelve(page, front);
    await page.click({ role: 'button', name: 'MaxQ', within: '.runs-table' });
    await page.wait('the steps of MaxQ', () => /no window within the budget is worth more/.test(document.querySelector('.why')?.textContent ?? '') && !document.querySelector('.why[aria-busy]'));
    await page.click(lab.starting('To the start'));
    await page.wait('the start', () => /No step has run yet/.test(document.querySelector('.say')?.textContent ?? ''));
    await page.click(lab.starting('Next step'));
    await page.wait('the words of the first step', () => /^(Nodes of performance 7 or more|The group of performance)/.test(document.querySelector('.say')?.textContent ?? ''));
    for (let i = 0; i < 12; i++) await page.click(lab.starting('Next step'));
    await page.wait('candidates on the rows', () => document.querySelectorAll('.canvas .gb-states rect').length > 0);
    await page.click(lab.starting('To the end'));
    await page.wait('the windows again', () => document.querySelectorAll('.canvas [data-kind="window"]').length === 6);
    await page.click(lab.starting('Zoom in'));
    await page.wait('a part of the axis', () => Number(document.querySelector('.canvas svg')?.dataset.from) > 0);
    await page.click(lab.starting('Fit'));
    await page.wait('all of it', () => Number(document.querySelector('.canvas svg')?.dataset.to) === 600);
  });

  test.once('a link holds what was edited, and the command line answers the same', async ({ page, front }) => {
    const lab = await open(page, front, busy);
    await page.focus(Lab.mark('busy', 'b1'));
    await page.press('Shift+ArrowLeft');
    await page.wait('the busy time to move', () => Number(document.querySelector('.canvas [data-id="b1"]')?.dataset.start) < 40);
    await lab.solved();
    const moved = await times(page, 'b1');
    const link = await lab.link();
    const again = await new Lab(page, front).open(link.slice(link.indexOf('#')));
    await again.solved();
    await become(page, 'b1', ...moved);
    assert.deepEqual(digests(await again.results()), digests(JSON.parse(native('solve', opened(link)))));
  });

  test.once('axe-core finds nothing, light or on a phone', async ({ page, front }) => {
    const lab = await twelve(page, front);
    await page.focus(Lab.mark('busy', 'b1'));
    await page.press('Enter');
    await page.press('F2');
    await page.wait('the form of busy time', () => document.querySelector('#form .chosen h2')?.textContent?.startsWith('Busy time of'));
    assert.deepEqual(await violations(page), []);
    await page.resize(390, 844);
    await page.see(Lab.mark('node', 'n1'));
    assert.deepEqual(await violations(page), []);
    await lab.solved();
  });
});
