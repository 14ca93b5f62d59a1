#!/usr/bin/env node
// Measures how long saving blocks the page, and how soon a change is safe:
//
//   node site/e2e/saving.mjs [--dist .cache/serve --base /prefix] [--browser chromium]
//
// Opens the laboratory with an ordinary draft and with one of 5 MB, changes each several times, and prints for each
// change the milliseconds until it is reported as saved, and the longest task of the main thread between the answers
// to the change and that moment. Then it fills the library with 2,000 drafts and prints the time to open it, and the
// frames while it is scrolled. In Chromium it also prints the time that the main thread itself ran, in total and in
// the longest tasks, which other programs on the machine do not affect.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, optimizing } from './harness/browser.mjs';
import { delay } from './harness/processes.mjs';
import { Front } from './harness/server.mjs';
import { Lab } from './lab.mjs';
import { Shelf, fill } from './shelf.mjs';

const { values } = parseArgs({ options: {
  dist: { type: 'string', default: '.cache/serve' },
  base: { type: 'string', default: '' },
  browser: { type: 'string', default: 'chromium' },
} });

const front = await new Front(resolve(values.dist), values.base).open();
const browser = await openBrowser(values.browser, optimizing);
const numbers = (list) => `${list.map((v) => String(Math.round(v))).join(' ')} ms`;

/** Returns the milliseconds that the main thread has run so far, if the browser reports them. */
async function worked(page) {
  if (values.browser !== 'chromium') return NaN;
  if (!page.session) {
    page.session = await page.page.createCDPSession();
    await page.session.send('Performance.enable', { timeDomain: 'threadTicks' });
  }
  const { metrics } = await page.session.send('Performance.getMetrics');
  return 1000 * metrics.find((m) => m.name === 'TaskDuration').value;
}

/** Records the tasks of the page's thread, if the browser can; returns a function that ends the recording and returns
 * the times of the longest tasks after the save, in ms. */
async function tasks(page) {
  if (values.browser !== 'chromium') return async () => [];
  const { tracing } = page.page;
  await tracing.start({ categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  return async () => {
    const events = JSON.parse(Buffer.from(await tracing.stop()).toString()).traceEvents;
    const pages = events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => e.tid);
    const [since, until] = ['resting', 'safe'].map((mark) => events.find((e) => e.name === mark).ts);
    return events.filter((e) => e.name === 'RunTask' && pages.includes(e.tid) && e.ts >= since && e.ts <= until)
      .map((e) => Math.min(e.tdur, e.dur) / 1000) // the thread's clock has been seen to run ahead
      .sort((a, b) => b - a).slice(0, 4);
  };
}

/** Returns a farm's queue whose document has about a number of bytes. */
function large(bytes) {
  const jobs = Array.from({ length: Math.floor(bytes / 72) }, (_, i) => ({ id: `job${i}`, slots: 1, duration: 60 + i % 600, submitted: i * 3 }));
  return JSON.stringify({ format: 'gridbox', version: 1, kind: 'farm', title: 'Large', farm: { machines: [{ id: 'm1', slots: 64, memory: 64_000 }], jobs }, runs: [{ algorithm: 'fcfs' }] });
}

/** Changes the title, and returns the time until it was safe, and the longest task meanwhile. */
async function change(page, title) {
  const before = await worked(page);
  const ran = await tasks(page);
  await page.eval((to) => {
    const w = /** @type {any} */ (window);
    w.gaps = [];
    w.watching = true;
    let last = performance.now();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const now = performance.now();
      if (now - last > 4) w.gaps.push({ at: last, ms: now - last });
      last = now;
      if (w.watching) setTimeout(() => channel.port2.postMessage(0));
    };
    const field = /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input'));
    field.focus();
    field.value = to;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    field.blur();
    w.changed = performance.now();
    // Drawing the change is not part of saving: tasks after the delay count.
    setTimeout(() => performance.mark('resting'), 350);
    channel.port2.postMessage(0);
    w.safe = 0;
    new MutationObserver((_, o) => {
      if (/saved in this browser/.test(document.querySelector('.saved')?.textContent ?? '')) {
        w.safe = performance.now();
        performance.mark('safe');
        w.watching = false;
        o.disconnect();
      }
    }).observe(document.querySelector('.saved'), { childList: true, subtree: true, characterData: true });
  }, title);
  await page.wait('it to be safe', () => /** @type {any} */ (window).safe);
  const work = await worked(page) - before;
  return page.eval((took, longest) => {
    const w = /** @type {any} */ (window);
    return { safe: w.safe - w.changed, longest: Math.max(0, ...w.gaps.filter((g) => g.at > w.changed + 350).map((g) => g.ms)), work: took, ran: longest };
  }, work, await ran());
}

async function several(page, name, times) {
  const all = [];
  for (let i = 0; i < times; i++) {
    all.push(await change(page, `${name} ${i}`));
    await delay(1500);
  }
  console.log(`${name}: safe after ${numbers(all.map((a) => a.safe))}; longest stretch in which the page could not answer ${numbers(all.map((a) => a.longest))}; its longest tasks ran ${all.map((a) => numbers(a.ran)).join(', ')}; the main thread worked ${numbers(all.map((a) => a.work))} for the change, its answers and the save`);
}

/** Opens the library, prints how long that took, and closes it. */
async function listing(page, lab, when) {
  const before = await worked(page);
  await page.eval(() => {
    const w = /** @type {any} */ (window);
    w.began = performance.now();
    w.listed = 0;
    new MutationObserver((_, o) => {
      if (/200\d drafts/.test(document.querySelector('.shelf-search small')?.textContent ?? '')) { w.listed ||= performance.now(); o.disconnect(); }
    }).observe(document.querySelector('#lab'), { childList: true, subtree: true, characterData: true });
  });
  await page.press('b');
  await page.wait('the list', () => /** @type {any} */ (window).listed);
  console.log(`library of 2,001 drafts, ${when}: opened in ${numbers([await page.eval(() => { const w = /** @type {any} */ (window); return w.listed - w.began; })])}, of which the main thread worked ${numbers([await worked(page) - before])}`);
  await new Shelf(lab).listed();
  await page.press('Escape');
  await delay(500);
  await page.eval(() => { const s = document.querySelector('.shelf-search small'); if (s) s.textContent = ''; });
}

try {
  const page = await (await browser.fresh()).page();
  const lab = await new Lab(page, front).open();
  await lab.solved();
  await several(page, 'ordinary draft', 6);
  await fill(page, 2000);
  await several(page, 'ordinary draft beside 2,000', 4);
  const shelf = new Shelf(lab);
  // Drafts written by another tab are read when the library is opened, otherwise all when the page starts.
  await listing(page, lab, 'filled by others since the page started');
  await listing(page, lab, 'again');
  await page.reload();
  await lab.live();
  await lab.solved();
  await delay(3000);
  await listing(page, lab, 'for the first time since the page started');
  await lab.page.press('b');
  await shelf.listed();
  const still = await worked(page);
  const frames = await page.eval(() => new Promise((done) => {
    const list = /** @type {HTMLElement} */ (document.querySelector('.shelf-rows'));
    const times = /** @type {number[]} */ ([]);
    let last = performance.now(), n = 0;
    const step = (now) => {
      times.push(now - last);
      last = now;
      list.scrollTop += 60;
      if (++n < 300) requestAnimationFrame(step);
      else done(times.slice(1).sort((a, b) => a - b));
    };
    requestAnimationFrame(step);
  }));
  const at = (share) => Math.round(frames[Math.floor(share * (frames.length - 1))] * 10) / 10;
  console.log(`scrolling 60 pixels a frame: a frame takes ${at(0.5)} ms (median), ${at(0.95)} (95 of 100), ${at(1)} (longest); the main thread worked ${((await worked(page) - still) / 300).toFixed(1)} ms of each`);
  await page.press('Escape');
  await lab.drop('large.json', large(5_000_000));
  await page.wait('the large draft', () => /** @type {HTMLInputElement} */ (document.querySelector('.bar .title input')).value === 'Large');
  await delay(8000);
  await several(page, 'draft of 5 MB', 3);
} finally {
  await browser.close();
  await front.close();
}
