#!/usr/bin/env node
// Measures the speed of studies in the page, and whether the page stays responsive:
//
//   node site/e2e/pace.mjs [--dist .cache/serve] [--times 3] [--scale 1] [name ...]
//
// Opens the laboratory in Chromium and runs the windows study (3000 replications) and the batch study (25,000 cycles)
// as on a machine with one core and with two. Both are also run without the page, in one request to each worker
// ("bare"). It prints the minimum over --times of the seconds from Start to the last number; the speedup of two
// workers over one, in the page and bare, which shows the limit of the machine's two cores; the additional time of
// the page; and the tasks of the main thread over 50 ms, once the new page has none of its own. BenchmarkOverhead in
// core/study/runner measures the part of the bare time outside of the solvers. --scale 0.1 runs a tenth of the
// replications. It needs a site built without prefix (./build.sh serve makes one in .cache/serve), and an otherwise
// idle machine.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, optimizing } from './harness/browser.mjs';
import { gridbox, protocol, root } from './harness/builds.mjs';
import { Front } from './harness/server.mjs';
import { generated } from './lab.mjs';
import { Studies } from './studies.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  dist: { type: 'string', default: '.cache/serve' },
  times: { type: 'string', default: '3' },
  scale: { type: 'string', default: '1' },
} });

const studies = [
  { name: 'windows', kind: 'window', preset: 'square-2018', replications: 3000, runs: undefined, metrics: ['start', 'finish', 'cost', 'value'] },
  { name: 'batch', kind: 'batch', preset: 'alp-amp-2011', replications: 25_000, runs: [{ algorithm: 'alp' }, { algorithm: 'amp' }], metrics: ['totalTime', 'totalCost'] },
];

/** Returns the study as a document. */
function asked({ kind, preset, replications, runs, metrics }) {
  const { placement, ...rest } = generated(preset);
  const study = { replications: Math.max(1, Math.round(replications * Number(values.scale))), metrics };
  return { ...rest, kind, study, [kind]: placement, ...(runs ? { runs } : {}) };
}

/** Runs a study once; returns its seconds and the long tasks. */
async function run(browser, front, document, cores) {
  const profile = await browser.fresh();
  try {
    const page = await profile.page();
    const lab = await new Studies(page, front).on(document, front, cores);
    await page.wait('Start', () => [...window.document.querySelectorAll('.headline button')].some((button) => button.textContent === 'Start' && !button.disabled));
    await page.eval(() => new Promise((quiet) => { // the page's start is not part of the study
      let last = performance.now();
      new PerformanceObserver(() => { last = performance.now(); }).observe({ type: 'longtask' });
      const timer = setInterval(() => { if (performance.now() - last > 1500) { clearInterval(timer); quiet(undefined); } }, 100);
    }));
    await page.eval(() => {
      const seen = { long: [], began: 0, first: 0, ended: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => { for (const task of list.getEntries()) seen.long.push([Math.round(task.startTime), Math.round(task.duration)]); }).observe({ type: 'longtask' });
      new MutationObserver(() => {
        if (!seen.first && document.querySelector('.found .gb-estimate')) seen.first = performance.now();
        if (!seen.ended && /^Complete/.test(document.querySelector('#study-status')?.textContent ?? '')) seen.ended = performance.now();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      document.addEventListener('click', () => { seen.began ||= performance.now(); }, { capture: true });
    });
    await lab.press('Start');
    await lab.complete();
    const seen = await page.eval(() => window.seen);
    return { seconds: (seen.ended - seen.began) / 1000, first: (seen.first - seen.began) / 1000,
      long: seen.long.filter(([at]) => at >= seen.began && at <= seen.ended).map(([at, ms]) => `${ms} ms at ${((at - seen.began) / 1000).toFixed(1)} s`) };
  } finally {
    await profile.close();
  }
}

/**
 * Runs the study without the page, in one request to each worker; returns the seconds from the first request to the
 * last part: drawing, solving, checking and writing the parts.
 */
async function bare(browser, front, document, cores) {
  const profile = await browser.fresh();
  try {
    const page = await profile.page();
    await page.goto(front.url('/lab/'));
    return await page.eval(async (text, size, many, version) => {
      const config = JSON.parse(window.document.getElementById('gridbox-config')?.textContent ?? '{}');
      const module = await WebAssembly.compileStreaming(fetch(config.worker));
      const hire = async () => {
        const worker = new Worker(config.workerScript);
        const answer = () => new Promise((resolve) => { worker.addEventListener('message', (event) => resolve(JSON.parse(new TextDecoder().decode(event.data).split('\n')[0])), { once: true }); });
        const until = async (type) => { for (;;) { const head = await answer(); if (head.type === type) return performance.now(); if (head.type === 'failed') throw new Error(head.text); } };
        const send = (ask, rest = '') => worker.postMessage(new TextEncoder().encode(JSON.stringify(ask) + rest));
        worker.postMessage({ module });
        const ready = until('ready');
        send({ id: 0, type: 'hello', version });
        await ready;
        return { send, until, worker };
      };
      const workers = await Promise.all(Array.from({ length: many }, hire));
      const began = performance.now();
      await Promise.all(workers.map(({ send, until }, i) => {
        send({ id: 1, type: 'study', from: Math.floor(size * i / many), to: Math.floor(size * (i + 1) / many) }, `\n${text}`);
        return until('part');
      }));
      const ended = performance.now();
      for (const { worker } of workers) worker.terminate();
      return (ended - began) / 1000;
    }, JSON.stringify(document), document.study.replications, cores, protocol());
  } finally {
    await profile.close();
  }
}

if (!existsSync(resolve(root, values.dist, 'lab', 'index.html'))) throw new Error(`there is no site in ${values.dist}: ./build.sh serve makes one`);
const built = spawnSync('go', ['build', '-o', gridbox, './core/cmd/gridbox'], { cwd: root, encoding: 'utf8' });
if (built.status !== 0) throw new Error(built.stderr);
const front = await new Front(resolve(root, values.dist), '').open();
const browser = await openBrowser('chromium', optimizing);
try {
  for (const study of studies.filter(({ name }) => !positionals.length || positionals.includes(name))) {
    const document = asked(study);
    const best = {};
    const alone = { 1: Infinity, 2: Infinity };
    for (let time = 0; time < Number(values.times); time++) {
      for (const cores of [1, 2]) {
        const one = await run(browser, front, document, cores);
        console.log(`${study.name}, ${document.study.replications} replications, ${cores} worker${cores > 1 ? 's' : ''}: ${one.seconds.toFixed(2)} s, first numbers after ${one.first.toFixed(2)} s, `
          + `tasks over 50 ms: ${one.long.join(', ') || 'none'}; load ${loadavg()[0].toFixed(1)}`);
        if (!best[cores] || one.seconds < best[cores].seconds) best[cores] = one;
      }
      for (const cores of [1, 2]) {
        const seconds = await bare(browser, front, document, cores);
        console.log(`${study.name}, bare, ${cores} worker${cores > 1 ? 's' : ''}: ${seconds.toFixed(2)} s; load ${loadavg()[0].toFixed(1)}`);
        alone[cores] = Math.min(alone[cores], seconds);
      }
    }
    console.log(`${study.name}: one worker ${best[1].seconds.toFixed(2)} s, two ${best[2].seconds.toFixed(2)} s, ${(best[1].seconds / best[2].seconds).toFixed(2)} times as fast; `
      + `bare ${alone[1].toFixed(2)} s, two ${alone[2].toFixed(2)} s, ${(alone[1] / alone[2]).toFixed(2)} times as fast; `
      + `the page over bare ${(100 * (best[1].seconds / alone[1] - 1)).toFixed(1)} % with one worker, ${(100 * (best[2].seconds / alone[2] - 1)).toFixed(1)} % with two`);
  }
} finally {
  await browser.close();
  await front.close();
}
