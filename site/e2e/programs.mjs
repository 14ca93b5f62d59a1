#!/usr/bin/env node
// Measures the cost of users' programs in the page:
//
//   node site/e2e/programs.mjs [--dist .cache/serve --base ''] [--browser chromium] [--times 3]
//
// Opens a link with six programs, lets them run one after another, and prints the
// milliseconds from each click to its checked answer: the first in a worker includes
// the start of the interpreter. Then it has RBHS written as a program
// place 1,000 jobs on 100 clusters, compared with RBHS itself, and last it starts a program that
// takes long and prints how soon the page is free after a click on Cancel.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, optimizing } from './harness/browser.mjs';
import { root } from './harness/builds.mjs';
import { Front } from './harness/server.mjs';
import { generated, Lab, native } from './lab.mjs';

const { values } = parseArgs({ options: {
  dist: { type: 'string', default: '.cache/serve' },
  base: { type: 'string', default: '' },
  browser: { type: 'string', default: 'chromium' },
  times: { type: 'string', default: '3' },
} });

const numbers = (/** @type {number[]} */ list) => `${list.map((v) => v.toFixed(0)).join(' ')} ms`;
const queue = { format: 'gridbox', version: 1, kind: 'farm', seed: 7, farm: { generate: { preset: 'markov-2004' } } };
const own = (/** @type {string} */ id) => ({ algorithm: 'own', label: id, options: { policy: id } });

/** Opens a document of programs and waits until its first run, a predefined algorithm, has an answer. */
async function open(page, front, document) {
  const link = native('link', document);
  await page.goto(front.url('/lab/') + link.slice(link.indexOf('#')));
  const lab = await new Lab(page, front).live();
  await page.wait('the answer of ours', () => document.querySelector('.runs-table tbody tr td.ok'));
  await page.eval(() => {
    Object.assign(window, {
      /** Returns the row of a run. */
      row: (/** @type {string} */ name) => [...document.querySelectorAll('.runs-table tbody tr')].find((r) => r.querySelector('bdi')?.textContent === name),
      /** Returns the milliseconds until a condition holds, on the page's clock and at its frames. */
      async since(/** @type {number} */ start, /** @type {() => unknown} */ holds) {
        while (!holds()) {
          if (performance.now() - start > 120_000) throw new Error('nothing for two minutes');
          await new Promise(requestAnimationFrame);
        }
        return performance.now() - start;
      },
    });
  });
  return lab;
}

/** Opens the notice of a program that came by link; the caller clicks its button. */
async function notice(page, name) {
  await page.eval((of) => [...window.row(of).querySelectorAll('button')].find((b) => /permission/.test(b.textContent)).click(), name);
  await page.wait('the notice', () => [...document.querySelectorAll('dialog[open] button')].some((b) => b.textContent === 'Run it'));
  await new Promise((quiet) => { setTimeout(quiet, 400); });
}

/** Permits a program to run, and returns the time from the click to its answer. */
async function run(page, name) {
  await notice(page, name);
  return page.eval((of) => {
    const start = performance.now();
    [...document.querySelectorAll('dialog[open] button')].find((b) => b.textContent === 'Run it').click();
    return window.since(start, () => window.row(of)?.querySelector('td.ok') && !window.row(of).querySelector('.stale'));
  }, name);
}

async function start(browser, front) {
  const profile = await browser.fresh();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  try {
    const page = await profile.page();
    await open(page, front, { ...queue, runs: [{ algorithm: 'easy' }, ...names.map(own)], policies: names.map((id) => ({ id, language: 'javascript',
      source: `function decide({ queue }) {\n  return { order: queue.map((job) => job.id), reserve: 1 };\n}\n// ${id}\n` })) });
    await new Promise((quiet) => { setTimeout(quiet, 2500); });
    const list = [];
    for (const name of names) list.push(await run(page, name));
    console.log(`from the click to the answer, six programs in turn: ${numbers(list)}`);
  } finally {
    await profile.close();
  }
}

async function placement(browser, front, source) {
  const profile = await browser.fresh();
  try {
    const page = await profile.page();
    const document = generated('rbhs-mixed', { clusters: 100, jobs: 1000 });
    await open(page, front, { ...document, policies: [{ id: 'mine', language: 'javascript', source }], runs: [{ algorithm: 'rbhs' }, own('mine')] });
    await new Promise((quiet) => { setTimeout(quiet, 2500); });
    const took = await run(page, 'mine');
    const rows = await page.eval(() => ['RBHS', 'mine'].map((of) => window.row(of)?.textContent));
    console.log(`1,000 jobs on 100 clusters by a program: ${numbers([took])}; ${rows.join(' | ')}`);
  } finally {
    await profile.close();
  }
}

async function cancel(browser, front) {
  const profile = await browser.fresh();
  try {
    const page = await profile.page();
    await open(page, front, { ...queue, runs: [{ algorithm: 'easy' }, own('long')], policies: [{ id: 'long', language: 'javascript',
      source: 'function decide({ queue }) {\n  for (let i = 0; i < 3e6; i++) ;\n  return { order: [queue[queue.length - 1].id], reserve: 0 };\n}\n' }] });
    await notice(page, 'long');
    const list = await page.eval(async (times) => {
      const [results, waits] = [[], () => [...document.querySelectorAll('.control button')].find((b) => b.textContent === 'Cancel')];
      [...document.querySelectorAll('dialog[open] button')].find((b) => b.textContent === 'Run it').click();
      await window.since(performance.now(), waits);
      await new Promise((later) => { setTimeout(later, 700 + 100 * times); });
      const start = performance.now();
      waits().click();
      results.push(await window.since(start, () => !waits()));
      return results;
    }, Number(values.times));
    console.log(`from the click on Cancel until nothing runs: ${numbers(list)}`);
  } finally {
    await profile.close();
  }
}

const front = await new Front(resolve(root, values.dist), values.base).open();
const browser = await openBrowser(values.browser, optimizing);
try {
  for (let i = 0; i < Number(values.times); i++) await start(browser, front);
  const source = readFileSync(join(root, 'core/kind/placement/starters/rbhs.js'), 'utf8');
  for (let i = 0; i < Number(values.times); i++) await placement(browser, front, source);
  for (let i = 0; i < Number(values.times); i++) await cancel(browser, front);
} finally {
  await browser.close();
  await front.close();
}
