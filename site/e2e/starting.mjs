#!/usr/bin/env node
// How soon the laboratory is alive in Chromium, and what memory it takes with its workers:
//
//   node site/e2e/starting.mjs [--dist .cache/e2e/a] [--base /some/prefix] [--times 5] [another --dist ...]
//
// Opens each site in turn, so many times, in a profile of its own and then once more in the
// same one: the milliseconds from the address to a live page and to every answer of a problem
// changed at once, then the megabytes of all processes of the browser, beyond those of an
// empty page, with the workers of a machine of so many cores. It prints medians.

import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, optimizing } from './harness/browser.mjs';
import { root } from './harness/builds.mjs';
import { below } from './harness/processes.mjs';
import { Front } from './harness/server.mjs';
import { Lab } from './lab.mjs';

const { values } = parseArgs({ options: {
  dist: { type: 'string', multiple: true, default: ['.cache/e2e/a'] },
  base: { type: 'string', default: '/some/prefix' },
  times: { type: 'string', default: '5' },
} });

/** Megabytes of memory of what this process has started, shared pages counted in parts. */
function memory() {
  let kilobytes = 0;
  for (const pid of below()) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has ended since.
    }
  }
  return kilobytes / 1024;
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const fronts = await Promise.all(values.dist.map((dist) => new Front(resolve(root, dist), values.base).open()));
const seen = fronts.map(() => ({ cold: [], warm: [], solved: [], megabytes: [] }));
for (let time = 0; time < Number(values.times); time++) {
  for (const [i, front] of fronts.entries()) {
    const browser = await openBrowser('chromium', optimizing);
    const profile = await browser.fresh();
    const page = await profile.page();
    await page.goto('about:blank');
    const empty = memory();
    for (const when of ['cold', 'warm']) {
      const lab = new Lab(page, front);
      const began = performance.now();
      await lab.open();
      seen[i][when].push(performance.now() - began);
      const live = performance.now();
      await page.press('Control+Enter');
      await lab.solved();
      if (when === 'cold') seen[i].solved.push(performance.now() - live);
    }
    seen[i].megabytes.push(memory() - empty);
    await profile.close();
    await browser.close();
  }
}
for (const [i, dist] of values.dist.entries()) {
  const { cold, warm, solved, megabytes } = seen[i];
  console.log(`${dist}: alive after ${median(cold).toFixed(0)} ms, again after ${median(warm).toFixed(0)}, then solved after ${median(solved).toFixed(0)}; `
    + `${median(megabytes).toFixed(0)} MB on ${cpus().length} cores`);
}
for (const front of fronts) await front.close();
