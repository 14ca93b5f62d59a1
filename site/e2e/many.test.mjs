// Several things together, as far as it depends on the browser: frames by pointer and by finger, keys that select,
// the events of the clipboard, rows from and to a spreadsheet.

import assert from 'node:assert/strict';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';

/** Waits until exactly these clusters are selected on the picture. */
const selects = (page, ids) => page.wait(`${ids} to be selected`, (want) => {
  const marks = [...document.querySelectorAll('.canvas svg.gb-picture:not(.gb-lift) [data-kind="cluster"].gb-sel')].map((mark) => mark.getAttribute('data-id')).sort();
  return marks.join() === want;
}, [...ids].sort().join());

/** Waits until the table of a kind has a number of things. */
const listed = (page, title, number) => page.wait(`${number} ${title}`, (name, many) => [...document.querySelectorAll('.list summary')]
  .some((head) => head.querySelector('h2')?.textContent === name && head.querySelector('.count')?.textContent === String(many)), title, number);

/**
 * Sends an event of the clipboard, as the browser does when the keys are pressed. Returns the copied text, or
 * whether the page handled the pasted one.
 */
function clip(page, type, selector = '', text = '') {
  return page.eval((kind, at, given) => {
    const carried = new DataTransfer();
    if (given) carried.setData('text/plain', given);
    const target = at ? document.querySelector(at) : document.activeElement ?? document.body;
    // Not every browser lets the event of a script have data.
    const event = new ClipboardEvent(kind, { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: carried });
    target?.dispatchEvent(event);
    return { text: carried.getData('text/plain'), html: carried.getData('text/html'), taken: event.defaultPrevented };
  }, type, selector, text);
}

/** Presses, moves and releases with Shift, or by a finger that rests first. */
function frame(page, how) {
  return page.eval(async (way) => {
    const host = document.querySelector('.canvas');
    const ground = host.querySelector('.gb-ground') ?? host.querySelector('svg');
    const r = host.getBoundingClientRect();
    const send = (type, target, x, y) => target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 7, isPrimary: true, button: 0,
      pointerType: way === 'finger' ? 'touch' : 'mouse', shiftKey: way === 'shift', clientX: x, clientY: y }));
    send('pointerdown', ground, r.left + 4, r.top + 4);
    if (way === 'finger') await new Promise((done) => { setTimeout(done, 700); });
    for (let share = 0.25; share <= 1; share += 0.25) send('pointermove', host, r.left + 4 + (r.width - 8) * share, r.top + 4 + (r.height - 8) * share);
    const drawn = !!document.querySelector('.gb-frame-box');
    send('pointerup', host, r.right - 4, r.bottom - 4);
    return drawn && !document.querySelector('.gb-frame-box');
  }, how);
}

inEachBrowser('many at once', (test) => {
  test('a frame selects by the tool, with Shift and by a resting finger, and panning stays what it was', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const all = await lab.marks('cluster');
    const still = () => page.eval(() => document.querySelector('.canvas .gb-world')?.getAttribute('transform'));
    for (const how of ['shift', 'finger']) {
      await page.press('Escape');
      const before = await still();
      assert.ok(await frame(page, how), `${how}: a frame is drawn and goes`);
      await selects(page, all);
      assert.equal(await still(), before, `${how}: the picture stays where it is`);
    }
    await page.press('Escape');
    await page.press('Escape');
    await selects(page, []);
    await page.press('s');
    await page.wait('the tool', () => document.querySelector('.canvas')?.getAttribute('data-tool') === 'several');
    const before = await still();
    const box = await page.box('.canvas');
    await page.move(box.x + 8, box.y + box.height - 60);
    await page.down();
    await page.move(box.x + box.width - 8, box.y + 60, { steps: 6, pause: 16 });
    await page.up();
    await selects(page, all);
    assert.equal(await still(), before);
    await page.click(Lab.mark('cluster', all[0]));
    await selects(page, all.slice(1));
    await page.press('Escape');
    await page.press('v');
    await page.wait('the tool', () => document.querySelector('.canvas.gb-tool-select'));
    await page.move(box.x + 8, box.y + box.height - 60);
    await page.down();
    await page.move(box.x + 100, box.y + box.height - 120, { steps: 6, pause: 16 });
    await page.up();
    await page.wait('the picture to be panned', (was) => document.querySelector('.canvas .gb-world')?.getAttribute('transform') !== was, before);
  });

  test.any('Ctrl+A selects all of the kind that has the focus, in the picture and in a table; Delete and undo take one step', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const all = await lab.marks('cluster');
    await page.focus(Lab.mark('cluster', all[1]));
    await page.press('Control+a');
    await selects(page, all);
    await page.focus('[data-list="job"] .pick');
    await page.press('Control+a');
    const jobs = await page.wait('all jobs to be selected', () => {
      const rows = document.querySelectorAll('[data-list="job"] tbody tr');
      return rows.length > 1 && document.querySelectorAll('[data-list="job"] tbody tr.sel').length === rows.length && rows.length;
    });
    await page.press('Delete');
    await page.wait('no job to be left', () => !document.querySelector('[data-list="job"] tbody tr'));
    await lab.undo();
    await listed(page, 'Jobs', jobs);
    // In a field Ctrl+A selects its text, and a second time the table's rows.
    await page.press('Escape');
    await page.click('[data-list="job"] td.in input');
    await page.press('Control+a');
    await page.press('Control+a');
    await page.wait('all jobs to be selected again', (n) => document.querySelectorAll('[data-list="job"] tbody tr.sel').length === n, jobs);
    await page.press('Control+d');
    await page.wait('the field to keep the key', () => document.activeElement?.matches('[data-list="job"] input'));
    await page.focus('[data-list="job"] .pick');
    await page.press('Control+d');
    await listed(page, 'Jobs', 2 * jobs);
    await lab.undo();
    await listed(page, 'Jobs', jobs);
  });

  test.once('Shift+click adds to what is selected and takes out of it, on the picture and in a table alike', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const [first, second, third] = await lab.marks('cluster');
    const shifted = (selector) => page.eval((at) => document.querySelector(at).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true })), selector);
    await page.click(Lab.mark('cluster', first));
    await shifted(Lab.mark('cluster', second));
    await shifted(`[data-list="cluster"] .pick[data-id="cluster:${third}"]`);
    await selects(page, [first, second, third]);
    await shifted(`[data-list="cluster"] .pick[data-id="cluster:${first}"]`);
    await selects(page, [second, third]);
    await page.focus(Lab.mark('cluster', second));
    await page.press('F2');
    await page.see('#f-selected-mips');
    await page.click('#f-selected-mips');
    await page.press('Control+a');
    await page.type('77');
    await page.press('Enter');
    await page.wait('both to have the power', () => [...document.querySelectorAll('[data-list="cluster"] td.in input')].filter((field) => field.value === '77').length === 2);
  });

  test.once('what is copied is a document and a table; pasted it comes again, cut it goes', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const all = await lab.marks('cluster');
    await page.focus(Lab.mark('cluster', all[0]));
    await page.press('Control+a');
    await selects(page, all);
    const copy = await clip(page, 'copy');
    assert.ok(copy.taken);
    const things = JSON.parse(copy.text);
    assert.equal(things.format, 'gridbox-things');
    assert.deepEqual(things.placement.clusters.map((cluster) => cluster.id).sort(), all);
    assert.match(copy.html, /<table><tr><th>Name<\/th>/);
    assert.ok((await clip(page, 'paste', '', copy.text)).taken);
    await lab.count('cluster', 2 * all.length);
    await page.wait('what was pasted to be selected', (n) => document.querySelectorAll('.canvas [data-kind="cluster"].gb-sel').length === n, all.length);
    const cut = await clip(page, 'cut');
    assert.equal(JSON.parse(cut.text).placement.clusters.length, all.length);
    await lab.count('cluster', all.length);
    // In a field the keys apply to its text.
    await page.focus('.title input');
    assert.equal((await clip(page, 'paste', '.title input', copy.text)).taken, false);
    assert.equal((await clip(page, 'copy', '.title input')).taken, false);
    // Another kind reports the reason.
    await lab.kind('Compute farm');
    await page.see('[data-list="machine"]');
    await clip(page, 'paste', 'body', copy.text);
    await page.wait('the reason', () => /of the kind placement, and this draft is of the kind farm/.test(document.querySelector('.alert')?.textContent ?? ''));
  });

  test.once('things go from one tab to another', async ({ page, front, profile }) => {
    const lab = await new Lab(page, front).open();
    const all = await lab.marks('cluster');
    await page.focus(Lab.mark('cluster', all[0]));
    await page.press('Control+a');
    await selects(page, all);
    const copy = await clip(page, 'copy');
    const other = await profile.page();
    const there = await new Lab(other, front).open();
    await clip(other, 'paste', 'body', copy.text);
    await there.count('cluster', 2 * all.length);
    await other.close();
  });

  test.once('rows of a spreadsheet come into a table; what cannot be taken is put right before', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const before = (await lab.marks('cluster')).length;
    await page.focus('[data-list="cluster"] .pick');
    const sheet = 'Name\tPower (MIPS)\nBrest\t1.250,5\nCaen\tmuch\nDijon\t0,5\n';
    assert.ok((await clip(page, 'paste', '[data-list="cluster"] .pick', sheet)).taken);
    await page.see('dialog[open][data-dialog="paste"]');
    const wrong = await page.wait('the fault', () => document.querySelector('.pasted .whys .why-not')?.textContent);
    assert.match(wrong, /Power.* is not a number/);
    await page.eval(() => {
      const field = document.querySelector('.pasted td.wrong input');
      field.value = '700';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.wait('no fault to be left', () => !document.querySelector('.pasted td.wrong'));
    await page.click({ role: 'button', name: 'Add all 3 rows', within: 'dialog' });
    await lab.count('cluster', before + 3);
    const powers = await page.eval(() => ['Brest', 'Caen', 'Dijon'].map((name) => document.querySelector(`[data-list="cluster"] .pick[data-id="cluster:${name}"]`)?.closest('tr')?.querySelector('input')?.value));
    assert.deepEqual(powers, ['1250.5', '700', '0.5']);
    await lab.undo();
    await lab.count('cluster', before);
  });

  test.once('the menu has all of it for those without a keyboard, and rows can be pasted where the clipboard is shut', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await page.resize(390, 844);
    const editing = async () => {
      await page.click({ role: 'button', name: 'More', within: '.bar' });
      await page.click({ role: 'button', name: '/^Select, copy, paste, arrange/', within: 'dialog' });
    };
    await page.eval(() => { navigator.clipboard.readText = () => Promise.reject(new Error('refused')); });
    await editing();
    await page.click({ role: 'button', name: 'All clusters', within: 'dialog' });
    const all = await lab.marks('cluster');
    await selects(page, all);
    await editing();
    await page.click({ role: 'button', name: 'Left', within: 'dialog' });
    await page.wait('the clusters to stand in line', () => {
      const middles = [...document.querySelectorAll('.canvas [data-kind="cluster"] .gb-disc')].map((disc) => { const r = disc.getBoundingClientRect(); return Math.round(r.x + r.width / 2); });
      return Math.max(...middles) - Math.min(...middles) <= 2;
    });
    await editing();
    await page.click({ role: 'button', name: 'Paste', within: 'dialog' });
    await page.see('#paste-text');
    assert.ok((await clip(page, 'paste', '#paste-text', 'id,mips\nBrest,12\n')).taken);
    await lab.count('cluster', all.length + 1);
  });

  test.once('10,000 rows are pasted, selected, filled and deleted, and the table shows a page of them', async ({ page, front, note }) => {
    const lab = await new Lab(page, front).open();
    await lab.drop('farm.json', JSON.stringify({ format: 'gridbox', version: 1, kind: 'farm', title: 'Large', farm: { machines: [{ id: 'm1', slots: 8 }], jobs: [] } }));
    await page.see('[data-list="machine"]');
    const rows = `id\tslots\tduration\n${Array.from({ length: 10_000 }, (_, i) => `j${i}\t${1 + (i % 4)}\t${60 + (i % 50)}`).join('\n')}\n`;
    const timed = async (what, work, done) => {
      const began = Date.now();
      await work();
      await done();
      note(`${what}: ${Date.now() - began} ms`);
    };
    await timed('paste', () => clip(page, 'paste', 'body', rows), () => page.wait('10,000 jobs', () => /10.000/.test(document.querySelector('.list .count')?.textContent ?? '')));
    assert.equal(await page.eval(() => document.querySelectorAll('[data-list="job"] tbody tr').length), 25);
    await page.focus('[data-list="job"] .pick');
    await timed('select', () => page.press('Control+a'), () => page.wait('all to be selected', () => document.querySelectorAll('[data-list="job"] tr.sel').length === 25));
    await timed('delete', () => page.press('Delete'), () => page.wait('no job', () => !document.querySelector('[data-list="job"]')));
    await lab.undo();
    await page.see('[data-list="job"] .pick');
  });

  test.once('many clusters are moved together by keys', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const [first, second] = await lab.marks('cluster');
    await page.click(Lab.mark('cluster', first));
    await page.eval((at) => document.querySelector(at).dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true })), Lab.mark('cluster', second));
    await selects(page, [first, second]);
    const before = [await page.box(Lab.mark('cluster', first)), await page.box(Lab.mark('cluster', second))];
    await page.focus(Lab.mark('cluster', second));
    await page.press('Shift+ArrowRight');
    await page.wait('both to move', (a, b, x, y) => document.querySelector(a).getBoundingClientRect().x > x + 2 && document.querySelector(b).getBoundingClientRect().x > y + 2,
      Lab.mark('cluster', first), Lab.mark('cluster', second), before[0].x, before[1].x);
  });
});
