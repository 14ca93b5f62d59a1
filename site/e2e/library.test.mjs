// The library: its rows by pointer and by keyboard, two thousand of them, tabs that share it, and its state after
// failures.

import assert from 'node:assert/strict';
import { builds } from './harness/builds.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';
import { Shelf, fill, keptAs, paths } from './shelf.mjs';

/** Sets another title of the current draft and waits until it is saved. */
async function titled(page, lab, title) {
  await page.eval((to) => {
    const field = /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input'));
    field.focus();
    field.value = to;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    field.blur();
  }, title);
  await lab.saved();
}

/** Returns the title of a copy: "A, copy", then "A, copy 2"; copies of copies continue the numbers. @param {string}
 * title @param {string[]} taken */
function copyOf(title, taken) {
  const base = title.replace(/(, copy( \d+)?)+$/, '');
  let name = `${base}, copy`;
  for (let n = 2; taken.includes(name); n++) name = `${base}, copy ${n}`;
  return name;
}

inEachBrowser('the library', (test) => {
  test.any('keyboard alone: open, search, rename, duplicate, delete, undo, open a draft, back', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await titled(page, lab, 'First');
    await lab.kind('Window');
    await page.wait('the window', () => document.querySelector('.canvas')?.getAttribute('data-picture') === 'window');
    await titled(page, lab, 'Second');
    const shelf = await new Shelf(lab).open();
    await shelf.shows('Second', 'First');
    assert.equal(await page.eval(() => document.activeElement?.id), 'shelf-rows', 'the list has the focus');
    await page.press('Home');
    await shelf.chosen('Second');
    await page.press('ArrowDown');
    await shelf.chosen('First');
    await page.press('F2');
    await page.wait('the field of the title', () => document.activeElement?.id === 'shelf-title');
    await page.type('Renamed');
    await page.press('Enter');
    await page.wait('the new title', () => [...document.querySelectorAll('.shelf-row b')].some((b) => b.textContent === 'Renamed'));
    await page.wait('the focus on the list', () => document.activeElement?.id === 'shelf-rows');
    await page.press('Control+d');
    await page.wait('the copy', () => [...document.querySelectorAll('.shelf-row b')].some((b) => b.textContent === 'Renamed, copy'));
    await shelf.chosen('Renamed, copy');
    await page.press('Delete');
    await page.wait('the line that offers it back', () => /Renamed, copy is in the trash/.test(document.querySelector('.shelf-gone')?.textContent ?? ''));
    await page.press('Control+z');
    await page.wait('it back', () => [...document.querySelectorAll('.shelf-row b')].some((b) => b.textContent === 'Renamed, copy'));
    await page.type('sec');
    await shelf.shows('Second');
    assert.equal(await page.eval(() => document.activeElement?.id), 'shelf-words', 'typing searches');
    await page.press('Escape');
    await page.wait('the whole list', () => document.querySelectorAll('.shelf-row').length === 3);
    await page.focus('#shelf-rows');
    await page.press('Home');
    for (const title of await shelf.titles()) {
      await shelf.chosen(title);
      if (title === 'Renamed') break;
      await page.press('ArrowDown');
    }
    await page.press('Enter');
    await page.wait('the laboratory', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
    // Two drafts side by side, this one, changed, and its copy; then their differences, and back to the row.
    await page.wait('the grid', (mark) => !!document.querySelector(mark), Lab.mark('cluster', 'Nancy'));
    await page.focus(Lab.mark('cluster', 'Nancy'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await lab.saved();
    await shelf.open();
    await page.type('copy');
    await shelf.shows('Renamed, copy');
    await page.press('ArrowDown');
    await shelf.chosen('Renamed, copy');
    await page.press('Shift+Enter');
    await page.wait('both, and what differs', () => document.activeElement?.id === 'beside' && document.querySelector('#beside-at')
      && /Nancy/.test(document.querySelector('#differences')?.textContent ?? ''));
    const first = await page.eval(() => document.querySelector('#beside-at')?.textContent);
    await page.press(']');
    await page.wait('the next difference', (was) => document.querySelector('#beside-at')?.textContent !== was, first);
    await page.press('[');
    await page.wait('the one before', (was) => document.querySelector('#beside-at')?.textContent === was, first);
    await page.press('Escape');
    await page.wait('the focus on the list, at the copy', () => document.activeElement?.id === 'shelf-rows');
    await shelf.chosen('Renamed, copy');
    await page.press('Escape');
    await page.press('Escape');
    await page.wait('the laboratory', () => document.querySelector('#lab')?.getAttribute('data-view') === 'scenario');
  });

  test.once('pointer: kinds, tags, the trash, versions that say what changed, going back and undoing it', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await lab.solved();
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    await lab.solved();
    await lab.saved();
    await lab.library();
    const shelf = await new Shelf(lab).listed();
    await page.wait('the picture and the first version', () => document.querySelector('.shelf-row .mini path') && /begun/.test(document.querySelector('.versions')?.textContent ?? ''));
    await page.press('Escape');
    await page.focus(Lab.mark('cluster', 'Nice'));
    await page.press('Delete');
    await lab.count('cluster', 3);
    for (let i = 0; i < 9; i++) await page.eval(() => { document.querySelector('[data-act="reseed"], [data-act="add"][data-id="job"]')?.dispatchEvent(new MouseEvent('click', { bubbles: true })); });
    await lab.solved();
    await lab.saved();
    await shelf.open();
    await page.wait('a second version', () => document.querySelectorAll('.versions li').length === 2);
    assert.match(await page.eval(() => document.querySelector('.versions li')?.textContent ?? ''), /cluster Nice removed/);
    await page.click({ role: 'button', name: '/^Changes since/', within: '.versions li:last-child' });
    await page.wait('the differences', () => /cluster Nice/.test(document.querySelector('.differences')?.textContent ?? ''));
    await page.click({ role: 'button', name: '/^Go back to it/', within: '.versions li:last-child' });
    await lab.count('cluster', 4);
    await lab.undo();
    await lab.count('cluster', 3);
    await lab.saved();
    await shelf.open();
    await page.focus('#card-tags');
    await page.type('paper');
    await page.press('Tab');
    await page.click({ role: 'button', name: '/^paper/', within: '.shelf-tags' });
    await page.wait('the drafts with the tag', () => document.querySelectorAll('.shelf-row').length === 1);
    await page.click({ role: 'button', name: '/^Move to the trash/', within: '.card-of' });
    await page.wait('an empty list', () => !document.querySelector('.shelf-row'));
    await page.click({ role: 'button', name: '/^Trash/', within: '.shelves' });
    await page.wait('it in the trash', () => document.querySelectorAll('.shelf-row').length === 1);
    await page.click({ role: 'button', name: 'Put back', within: '.card-of' });
    await page.wait('an empty trash', () => !document.querySelector('.shelf-row'));
    await page.click({ role: 'button', name: '/^All drafts/', within: '.shelves' });
    await page.wait('it back', () => document.querySelectorAll('.shelf-row').length === 1);
  });

  test.once('versions are a chart, and one is tried in a copy by keyboard while the draft stays', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await titled(page, lab, 'Draft');
    await lab.solved();
    await lab.saved();
    const shelf = await new Shelf(lab).open();
    await page.wait('the first version', () => document.querySelectorAll('.versions li').length === 1);
    await page.press('Escape');
    await page.focus(Lab.mark('cluster', 'Rennes'));
    await page.press('Delete');
    await lab.count('cluster', 4);
    for (let i = 0; i < 9; i++) await page.eval(() => { document.querySelector('[data-act="add"][data-id="job"]')?.dispatchEvent(new MouseEvent('click', { bubbles: true })); });
    await lab.solved();
    await lab.saved();
    await shelf.open();
    await page.wait('two versions with lines between their numbers', () => document.querySelectorAll('.versions li').length === 2
      && document.querySelector('.versions li:first-child .version-chart line') && document.querySelector('.versions li:last-child .version-chart circle'));
    await page.focus('.versions li:last-child [data-act="tryversion"]');
    await page.press('Enter');
    await lab.count('cluster', 5);
    assert.match(await page.text('.alert'), /copy of version .* itself stays as it is/);
    await lab.saved();
    await shelf.open();
    await page.wait('both', () => document.querySelectorAll('.shelf-row').length === 2);
    await page.press('Escape');
    await lab.undo();
    await lab.count('cluster', 4);
  });

  test.any('two thousand drafts: as many elements as fit the window, at the top and far below', async ({ page, front, note }) => {
    const lab = await new Lab(page, front).open();
    await titled(page, lab, 'Mine');
    await fill(page, 2000);
    const shelf = new Shelf(lab);
    await page.eval(() => { window.began = performance.now(); });
    await shelf.open();
    await page.wait('all of them', () => /2001 drafts/.test(document.querySelector('.shelf-search small')?.textContent ?? ''));
    const seen = () => page.eval(() => ({ elements: document.querySelectorAll('#drafts *').length, rows: document.querySelectorAll('.shelf-row').length, high: document.querySelector('.shelf-rows')?.scrollHeight ?? 0 }));
    const top = await seen();
    note(`${top.rows} rows, ${top.elements} elements of 2001 drafts, ${await page.eval(() => Math.round(performance.now() - window.began))} ms until seen, polling included`);
    assert.ok(top.high > 2000 * 38, `the list is ${top.high} pixels high`);
    assert.ok(top.rows < 130 && top.elements < 2500, `${top.rows} rows, ${top.elements} elements`);
    await page.eval(() => { const list = document.querySelector('.shelf-rows'); if (list) list.scrollTop = 40_000; });
    await page.wait('the rows down there', () => {
      const list = document.querySelector('.shelf-rows')?.getBoundingClientRect();
      const rows = [...document.querySelectorAll('.shelf-row')].map((row) => row.getBoundingClientRect());
      return list && rows.some((r) => r.top <= list.top + 80) && rows.some((r) => r.bottom >= list.bottom - 80);
    });
    const below = await seen();
    assert.ok(below.rows < 130 && below.elements < 2500 && below.high === top.high, JSON.stringify(below));
    // Visible rows are not drawn again, wherever the list is scrolled from there.
    for (const by of [600, -450, 900, -1200]) {
      const was = await page.eval((step) => {
        const list = /** @type {HTMLElement} */ (document.querySelector('.shelf-rows'));
        window.rowsBefore = [...document.querySelectorAll('.shelf-row')];
        list.scrollTop += step;
        return window.rowsBefore.map((row) => row.id).join();
      }, by);
      await page.wait('other rows', (before) => [...document.querySelectorAll('.shelf-row')].map((row) => row.id).join() !== before, was);
      const rows = await page.eval(() => {
        const now = [...document.querySelectorAll('.shelf-row')];
        const at = now.map((row) => Number(row.getAttribute('aria-rowindex')));
        return { same: now.filter((row) => window.rowsBefore.includes(row)).length, known: now.filter((row) => window.rowsBefore.some((old) => old.id === row.id)).length, sorted: at.every((n, i) => !i || n > at[i - 1]) };
      });
      assert.ok(rows.sorted && rows.same > 20 && rows.same === rows.known, `moved by ${by}: ${JSON.stringify(rows)}`);
    }
    assert.equal((await seen()).high, top.high, 'what is not drawn keeps its room');
    await page.focus('#shelf-rows');
    await page.press('End');
    await shelf.chosen('Filled 0');
    assert.ok(await page.eval(() => {
      const row = document.querySelector('.shelf-row[aria-selected="true"]')?.getBoundingClientRect();
      const list = document.querySelector('.shelf-rows')?.getBoundingClientRect();
      return row && list && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
    }), 'the last row is brought into view');
    await page.type('filled 1999');
    await shelf.shows('Filled 1999');
    await page.press('Enter');
    await page.wait('it to be opened', () => /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input')).value === 'Filled');
  });

  test('a second tab on a draft, of another version of Gridbox, says so, follows, and works on a copy', async ({ page, profile, front, browser }) => {
    const lab = await new Lab(page, front).open();
    await titled(page, lab, 'Shared');
    await front.use(builds.b); // as when a deployment came between the two
    const second = await profile.page();
    const other = await new Lab(second, front).open();
    assert.equal(await second.eval(() => document.documentElement.dataset.build), 'b');
    const shelf = new Shelf(other);
    // Clicks by a script, because not every driver sends keys and pointers to a tab behind another one.
    const click = (what) => second.eval((where) => { const at = document.querySelector(where); at?.dispatchEvent(new MouseEvent('click', { bubbles: true })); return !!at; }, what);
    const listed = async () => {
      await click('.bar [data-act="dialog"][data-id="open"]');
      await second.wait('the menu', () => Boolean(document.querySelector('dialog[open] [data-act="library"]')));
      await click('dialog [data-act="library"]');
      await shelf.listed();
    };
    await listed();
    await shelf.shows('Shared');
    await second.eval(() => { for (const what of ['click', 'dblclick']) document.querySelector('.shelf-row')?.dispatchEvent(new MouseEvent(what, { bubbles: true })); });
    await second.wait('the second tab to say so', () => /open in another tab/.test(document.querySelector('.alert')?.textContent ?? ''));
    await titled(page, lab, 'Shared, changed');
    await second.wait('the second tab to follow', () => /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input')).value === 'Shared, changed');
    await second.eval(() => { [...document.querySelectorAll('.decision button')].find((b) => b.textContent === 'Work on a copy')?.dispatchEvent(new MouseEvent('click', { bubbles: true })); });
    await second.wait('the copy', () => /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input')).value === 'Shared, changed, copy');
    await other.saved();
    await listed();
    await second.wait(`both in the list of ${browser}`, () => ['Shared, changed', 'Shared, changed, copy'].every((t) => [...document.querySelectorAll('.shelf-row b')].some((b) => b.textContent === t)));
  });

  test.once('broken entries are listed, and nothing else suffers', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await titled(page, lab, 'Whole');
    await fill(page, 2);
    await page.eval(async () => {
      const db = await new Promise((resolve) => {
        const asked = indexedDB.open(`gridbox:${document.documentElement.dataset.base ?? ''}/:drafts`);
        asked.onsuccess = () => resolve(asked.result);
      });
      const transaction = db.transaction('contents', 'readwrite');
      transaction.objectStore('contents').put(new Uint8Array([123]), 'drafts/filled000000.000001.filler.head');
      transaction.objectStore('contents').delete('cards/filled000000.000001.filler');
      transaction.objectStore('contents').put(new Uint8Array([0, 1]), 'cards/filled000001.000001.filler');
      await new Promise((resolve) => { transaction.oncomplete = resolve; });
      db.close();
    });
    const shelf = await new Shelf(lab).open();
    await page.wait('three entries', () => document.querySelectorAll('.shelf-row').length === 3);
    assert.equal(await page.eval(() => document.querySelectorAll('.shelf-row.broken').length), 1);
    await page.click('.shelf-row.broken');
    await page.see({ role: 'button', name: 'Download the file', within: '.card-of' });
    await shelf.listed();
  });

  test.once('random actions with reloads: what is listed is what a model holds', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    const shelf = new Shelf(lab);
    await titled(page, lab, 'w0');
    let model = ['w0'];
    let state = 12345;
    const draw = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
    /** Sets the page's clock off by a number of days from now on. */
    const clock = (days) => page.eval((off) => {
      const w = /** @type {any} */ (window);
      w.original ??= Date.prototype.getTime;
      const { original } = w;
      Date.prototype.getTime = function () { return original.call(this) + off * 86_400_000; };
      return true;
    }, days);
    for (let i = 1; i <= 16; i++) {
      await clock((i % 3 - 1) * 400); // the order does not depend on the clock
      const what = draw(4);
      if (what === 0) {
        await page.reload();
        await lab.live();
        continue;
      }
      if (await page.eval(() => document.querySelector('#lab')?.getAttribute('data-view')) !== 'library') await shelf.open();
      await page.wait('as many rows as the model has', (n) => document.querySelectorAll('.shelf-row').length === n, model.length);
      const title = model[draw(model.length)] ?? '';
      if (title) await page.eval((name) => { [...document.querySelectorAll('.shelf-row')].find((r) => r.querySelector('b')?.textContent === name)?.dispatchEvent(new MouseEvent('click', { bubbles: true })); }, title);
      if (title) await shelf.chosen(title);
      if (what === 1 || !title) {
        await page.focus('#shelf-rows');
        await page.press('Control+d');
        if (title) model.push(copyOf(title, model));
      } else if (what === 2 && model.length > 1) {
        await page.focus('#shelf-rows');
        await page.press('Delete');
        model.splice(model.indexOf(title), 1);
      } else {
        await page.focus('#shelf-rows');
        await page.press('F2');
        await page.wait('the field of the title', () => document.activeElement?.id === 'shelf-title');
        await page.type(`w${i}`);
        await page.press('Enter');
        model[model.indexOf(title)] = `w${i}`;
        await keptAs(page, `w${i}`); // text is saved a moment later, and the reload follows immediately
      }
      const want = [...model].sort();
      await page.wait(`the titles ${want.join(', ')}`, (list) => JSON.stringify([...document.querySelectorAll('.shelf-row .by-title b')].map((b) => b.textContent).sort()) === JSON.stringify(list), want);
    }
    if (await page.eval(() => document.querySelector('#lab')?.getAttribute('data-view')) !== 'library') await shelf.open();
    await clock(-400);
    await page.focus('#shelf-rows');
    await page.press('End');
    await page.press('Control+d');
    await page.wait('the last one to be the first', (rows) => document.querySelectorAll('.shelf-row').length === rows && document.querySelector('.shelf-row b')?.textContent?.match(/, copy( \d+)?$/), model.length + 1);
    assert.ok((await paths(page)).length > 0);
  });
});
