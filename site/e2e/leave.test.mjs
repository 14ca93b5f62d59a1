// Leaving immediately: text, clicks and drops in the moment before a reload are restored after it, whatever the
// browser's database had time for.

import assert from 'node:assert/strict';
import { delay } from './harness/processes.mjs';
import { inEachBrowser } from './harness/suite.mjs';
import { Lab } from './lab.mjs';
import { Shelf } from './shelf.mjs';

/** Waits until the current draft has a title. @param {import('./harness/page.mjs').Page} page @param {string} wanted */
const called = (page, wanted) => page.wait(`the draft to be called ${wanted}`, (to) => /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input'))?.value === to, wanted);

/** Returns the number of notes of last changes in the local storage. */
const notes = (page) => page.eval(() => Object.keys(localStorage).filter((key) => key.includes('/:last:')).length);

/** Reloads immediately and waits for the page. @param {Lab} lab */
async function again(lab) {
  await lab.page.reload();
  await lab.live();
}

/** Types over the title and leaves the cursor in its field. @param {Lab} lab @param {string} text */
async function type(lab, text) {
  await lab.page.click('.bar .title input');
  await lab.page.press('Control+a');
  await lab.page.type(text);
}

/** Sets the field of the title as typing would before it is applied; a tab behind another one receives no keys. */
const written = (page, text) => page.eval((to) => {
  const field = /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input'));
  field.focus();
  field.value = to;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}, text);

inEachBrowser('leaving at once', (test, browser) => {
  test.each('a title that is being typed, or has just been taken, is there after a reload, again and again', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    for (let i = 0; i < (browser === 'chromium' ? 6 : 2); i++) { // WebKit takes five seconds for each
      await type(lab, `Typed ${i}`);
      if (i % 2) await page.press('Enter');
      await again(lab);
      await called(page, `Typed ${i}`);
    }
    await lab.saved();
    await page.wait('what is saved to need no note', () => !Object.keys(localStorage).some((key) => key.includes('/:last:')));
  });

  test('a new draft and the one before it', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await type(lab, 'The first');
    await page.press('Enter');
    await lab.kind('Window');
    await page.wait('the window', () => document.querySelector('.canvas')?.getAttribute('data-picture') === 'window');
    await type(lab, 'The second');
    await again(lab);
    await called(page, 'The second');
    await page.press('Escape');
    await page.eval(() => { const at = document.activeElement; if (at instanceof HTMLElement) at.blur(); });
    await page.press('b');
    await page.wait('both drafts', () => ['The first', 'The second'].every((name) => [...document.querySelectorAll('.shelf-row b')].some((b) => b.textContent === name)));
  });

  test('the text, with faults and without', async ({ page, front }) => {
    const lab = await new Lab(page, front).open();
    await type(lab, 'Text');
    await page.press('Enter');
    await lab.text();
    const faulty = () => {
      const host = document.querySelector('[data-editor]');
      return host?.firstElementChild && window.gridbox.editor.attach(host, {}).text().includes('  ?');
    };
    await lab.writeAtTheEnd('  ?');
    await page.wait('what was typed', faulty);
    await again(lab);
    await page.wait('the text with its fault', faulty);
  });

  test('a storage that is full or refuses costs no more than the last moment', async ({ page, front }) => {
    // The database refuses a save halfway while it is set to, and accepts it afterwards.
    front.inLaboratory(() => {
      const { put } = IDBObjectStore.prototype;
      let full = false, puts = 0;
      new BroadcastChannel('test').onmessage = ({ data }) => { full = data === 'full'; };
      IDBObjectStore.prototype.put = function (/** @type {[any, any]} */ ...given) {
        if (!full || puts++ % 4 < 2) return put.apply(this, given); // the text; then the head
        throw new DOMException('There is no room.', 'QuotaExceededError');
      };
    });
    const order = (/** @type {string} */ what) => page.eval((to) => new BroadcastChannel('test').postMessage(to), what);
    const lab = await new Lab(page, front).open();
    await type(lab, 'Safe');
    await page.press('Enter');
    await lab.saved();
    await page.eval(() => { Storage.prototype.setItem = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError'); }; });
    await type(lab, 'Not safe');
    await again(lab);
    await page.wait('the draft as it was saved, or later', () => ['Safe', 'Not safe'].includes(/** @type {HTMLInputElement} */ (document.querySelector('.bar .title input'))?.value));
    await type(lab, 'Safe again');
    await page.press('Enter');
    await lab.saved();
    await order('full');
    await type(lab, 'No room for it');
    await page.press('Enter');
    await page.wait('the page to say so', () => document.querySelector('.saved')?.textContent === 'not saved' && /no room left for this site/.test(document.querySelector('.alert')?.textContent ?? ''));
    await order('room');
    await lab.saved();
    await page.wait('the message to go', () => !/no room/.test(document.querySelector('.alert')?.textContent ?? ''));
    await again(lab);
    await called(page, 'No room for it');
  });

  // A native test interrupts every step of a save (TestKilledInTheMiddle of app/store). This is the browser's part: a
  // process that ends at about the time when it saves.
  test.once('a tab that is killed while it saves comes back as it was saved last, or as it was being saved', async ({ page, profile, front }) => {
    let [tab, lab, was] = [page, await new Lab(page, front).open(), 'Safe'];
    await type(lab, was);
    await page.press('Enter');
    await lab.saved();
    for (const rest of [400, 420, 450]) { // a draft is saved 400 ms after a change
      const now = `Killed after ${rest}`;
      const session = await /** @type {any} */ (tab).page.createCDPSession();
      await type(lab, now);
      await tab.press('Enter');
      await delay(rest);
      session.send('Page.crash').catch(() => {}); // no page is left to answer
      await delay(300);
      tab = await profile.page();
      lab = await new Lab(tab, front).open();
      const shelf = await new Shelf(lab).open();
      const titles = await shelf.titles();
      assert.ok(titles.length === 1 && [was, now].includes(titles[0]), `after ${was}, killed while ${now} was saved, there is ${titles}`);
      was = titles[0];
      await tab.press('Home');
      await shelf.chosen(was);
      await tab.press('Enter');
      await called(tab, was);
      await lab.count('cluster', 5);
    }
  });

  test('a page that goes while it still starts passes on what was typed before', async ({ page, front, expect }) => {
    expect(/NetworkError|Load failed|abort/i); // requests of the page that ends early
    // The request for the first scenario of the second page fails when the page ends, after its event pagehide.
    front.inLaboratory(() => {
      const open = Number(sessionStorage.getItem('pages') ?? 0);
      sessionStorage.setItem('pages', `${open + 1}`);
      const now = window.fetch;
      if (open === 1) window.fetch = (what, ...more) => (/\/first\.\w+\.json$/.test(String(what)) ? new Promise((_, fail) => { window.addEventListener('unload', fail); }) : now(what, ...more));
    });
    const lab = await new Lab(page, front).open();
    await type(lab, 'Typed before two reloads');
    await page.reload();
    await again(lab);
    await called(page, 'Typed before two reloads');
  });

  test('two tabs that go at the same moment each come back with their own', async ({ page, profile, front }) => {
    const one = await new Lab(page, front).open();
    await written(page, 'Of the first tab');
    const second = await profile.page();
    const two = await new Lab(second, front).open();
    await written(second, 'Of the second tab');
    await Promise.all([page.reload(), second.reload()]);
    await Promise.all([one.live(), two.live()]);
    await called(page, 'Of the first tab');
    await called(second, 'Of the second tab');
  });
});
