#!/usr/bin/env node
// Measures the cost of a step of a replay in the page, and of a decision in its worker:
//
//   node site/e2e/frames.mjs [--dist .cache/serve --base ''] [--most 40] [name ...]
//
// Opens problems of every preset in Chromium, each with the replay of its run with most steps, goes on step by step,
// jumps, drags the slider over the whole range in two seconds, and prints the milliseconds of processor time of the
// page's main thread for each: the mean, the median, and the maximum. Then it requests from one worker the
// explanations of the first, the middle and the last decision of a placement of 1,000 jobs on 100 clusters, by the
// algorithms with the longest explanations. The system measures threads in nanoseconds, so other programs on the
// machine have no effect. A name selects the presets whose name contains it; "explain" selects the decisions.

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, optimizing } from './harness/browser.mjs';
import { protocol, root } from './harness/builds.mjs';
import { below } from './harness/processes.mjs';
import { Front } from './harness/server.mjs';
import { generated, Lab, native } from './lab.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  dist: { type: 'string', default: '.cache/serve' },
  base: { type: 'string', default: '' },
  most: { type: 'string', default: '40' },
} });
const wanted = (/** @type {string} */ name) => !positionals.length || positionals.some((part) => name.includes(part));

/** Presets of each kind, each with the algorithm with most steps. */
const replays = {
  placement: [['five-clusters', 'rbhs'], ['rbhs-mixed', 'rbhs'], ['fat-tree', 'scp-tree']],
  window: [['twelve-nodes', 'first-fit'], ['square-2018', 'multiple-best']],
  batch: [['alp-amp-figure-5', 'amp'], ['alp-amp-2011', 'amp'], ['alp-amp-cycles', 'amp']],
  group: [['three-sites', 'gka'], ['gka-200', 'gka'], ['gka-1000', 'gka']],
  farm: [['markov-2004', 'two-stage'], ['farm-stream', 'two-stage'], ['farm-mixed', 'easy']],
};

/**
 * Returns the processor time of all main threads of pages, or of all workers, in milliseconds.
 * @param {boolean} ofWorkers
 */
function ran(ofWorkers) {
  let sum = 0;
  for (const pid of below()) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      for (const tid of readdirSync(`/proc/${pid}/task`)) {
        const worker = readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8').startsWith('DedicatedWorker');
        if (ofWorkers ? worker : Number(tid) === pid) sum += Number(readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')[0]);
      }
    } catch { /* it has ended */ }
  }
  return sum / 1e6;
}

/** Returns mean, median and maximum of a list. @param {number[]} list */
const summary = (list) => `${(list.reduce((a, b) => a + b, 0) / list.length).toFixed(1)} ms, half of them within ${[...list].sort((a, b) => a - b)[list.length >> 1].toFixed(1)}, at most ${Math.max(...list).toFixed(1)} ms`;

/** Waits for two frames, in the page. */
const drawn = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });

/** @param {import('./harness/page.mjs').Page} page @param {(index: number) => void} act in the page */
async function count(page, act, times) {
  const list = [];
  for (let i = 0; i < times; i++) {
    const before = ran(false);
    await page.eval(act, i);
    await page.eval(drawn);
    list.push(ran(false) - before);
  }
  return list;
}

async function replay(browser, front, kind, preset, algorithm) {
  const profile = await browser.fresh();
  try {
    const { placement, ...rest } = generated(preset);
    const link = native('link', { ...rest, kind, [kind]: placement, runs: [{ algorithm }] });
    const page = await profile.page();
    const lab = new Lab(page, front);
    await page.goto(front.url('/lab/') + link.slice(link.indexOf('#')));
    await (await lab.live()).run();
    await page.wait('the steps', () => document.querySelector('.transport input[type=range]'));
    await page.eval(() => { const whole = document.querySelector('[data-id="whole"][data-act="watch"]:not([hidden])'); if (whole instanceof HTMLElement) whole.click(); });
    await page.wait('the steps of it', () => document.querySelector('.transport input[type=range]'));
    await new Promise((quiet) => { setTimeout(quiet, 3000); });
    const steps = await page.eval(() => Number(document.querySelector('.transport input[type=range]')?.getAttribute('max')));
    const idle = await count(page, () => {}, 10);
    const times = Math.min(Number(values.most), steps);
    const on = () => { document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', code: 'ArrowRight', bubbles: true })); };
    const jump = (/** @type {number} */ i) => {
      const bar = /** @type {HTMLInputElement} */ (document.querySelector('.transport input[type=range]'));
      bar.value = String(Math.floor(Number(bar.max) * ((i * 0.381966) % 1)));
      bar.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const scrub = (/** @type {number} */ i) => { // the whole range in two seconds
      const bar = /** @type {HTMLInputElement} */ (document.querySelector('.transport input[type=range]'));
      bar.value = String(Math.floor(Number(bar.max) * i / 120));
      bar.dispatchEvent(new Event('input', { bubbles: true }));
    };
    await count(page, jump, 30); // optimised code is compiled meanwhile
    await page.eval((to) => {
      const bar = /** @type {HTMLInputElement} */ (document.querySelector('.transport input[type=range]'));
      bar.value = String(to);
      bar.dispatchEvent(new Event('input', { bubbles: true }));
    }, Math.floor((steps - times) / 2));
    await page.eval(drawn);
    const single = await count(page, on, times);
    const jumps = await count(page, jump, Number(values.most));
    const scrubs = await count(page, scrub, 120);
    console.log(`${preset}, ${algorithm}, ${steps} steps: a step ${summary(single)}; a jump ${summary(jumps)}; dragging ${summary(scrubs)}; nothing ${summary(idle)}; marks ${await page.eval(() => document.querySelectorAll('.canvas svg *').length)}`);
  } finally {
    await profile.close();
  }
}

async function explain(browser, front) {
  const profile = await browser.fresh();
  try {
    const page = await profile.page();
    await page.goto(front.url('/docs/'));
    const script = await (await fetch(front.url('/lab/'))).text();
    const config = JSON.parse(/id="gridbox-config"[^>]*>([^<]*)</.exec(script)?.[1] ?? '{}');
    const document = generated('rbhs-mixed', { clusters: 100, jobs: 1000 });
    await page.eval(async (binary, source) => {
      const module = await WebAssembly.compileStreaming(fetch(binary));
      const worker = new Worker(source);
      const until = (/** @type {string} */ type) => new Promise((resolve, fail) => {
        const listener = (/** @type {MessageEvent} */ event) => {
          const text = new TextDecoder().decode(event.data), head = JSON.parse(text.split('\n')[0]);
          if (head.type !== type && head.type !== 'failed') return;
          worker.removeEventListener('message', listener);
          if (head.type === type) resolve(text); else fail(new Error(text));
        };
        worker.addEventListener('message', listener);
      });
      const ask = (/** @type {object} */ head, /** @type {string} */ type, rest = '') => {
        const answer = until(type);
        worker.postMessage(new TextEncoder().encode(JSON.stringify(head) + rest));
        return answer;
      };
      worker.postMessage({ module });
      Object.assign(window, { ask });
    }, config.worker, config.workerScript);
    await page.eval((number) => window.ask({ id: 0, type: 'hello', version: number }, 'ready'), protocol());
    const text = `\n${JSON.stringify(document)}`;
    for (const algorithm of ['rbhs', 'scp-tree', 'min-completion', 'random']) {
      for (const job of ['j1', 'j500', 'j1000']) {
        const list = [];
        for (let i = 0; i < 15; i++) {
          const before = ran(true);
          await page.eval((run, about, rest) => window.ask({ id: 1, type: 'explain', run: { algorithm: run }, about: { job: about } }, 'explained', rest), algorithm, job, text);
          list.push(ran(true) - before);
        }
        console.log(`explaining ${job} of 1,000 by ${algorithm}: the first time ${list[0].toFixed(1)} ms, then ${summary(list.slice(5))}`);
      }
    }
  } finally {
    await profile.close();
  }
}

const front = await new Front(resolve(root, values.dist), values.base).open();
const browser = await openBrowser('chromium', optimizing);
try {
  if (wanted('explain')) await explain(browser, front);
  for (const [kind, list] of Object.entries(replays)) {
    for (const [preset, algorithm] of list.filter(([name]) => wanted(name))) {
      try {
        await replay(browser, front, kind, preset, algorithm);
      } catch (error) {
        console.log(`${preset}: ${error}`);
      }
    }
  }
} finally {
  await browser.close();
  await front.close();
}
