#!/usr/bin/env node
// Measures the start of the laboratory compared with a minimal Go page in the same browser and the same run:
//
//   node site/e2e/starting.mjs [--dist .cache/e2e/a] [--base /some/prefix] [--times 5] [--browser chromium,firefox]
//
// Opens both pages in turn, three visits in one profile, as often as --times says, each time in a fresh profile. Prints the
// medians of the milliseconds from the start of the navigation, as a table in Markdown. The bare page is
// site/bench/bare, a program that writes one word.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { names, openBrowser, optimizing } from './harness/browser.mjs';
import { root } from './harness/builds.mjs';
import { Front } from './harness/server.mjs';

const { values } = parseArgs({ options: {
  dist: { type: 'string', default: '.cache/e2e/a' },
  base: { type: 'string', default: '/some/prefix' },
  times: { type: 'string', default: '5' },
  browser: { type: 'string', default: names.join(',') },
} });

/** Builds the bare page and returns its folder. */
function barePage() {
  const folder = join(root, '.cache/bare');
  mkdirSync(folder, { recursive: true });
  execFileSync('go', ['build', '-o', join(folder, 'bare.wasm'), './site/bench/bare'], { cwd: root, env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' } });
  const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  copyFileSync(join(goroot, 'lib/wasm/wasm_exec.js'), join(folder, 'wasm_exec.js'));
  writeFileSync(join(folder, 'start.js'), 'const go = new Go();\n'
    + 'WebAssembly.instantiateStreaming(fetch("bare.wasm"), go.importObject).then(({ instance }) => go.run(instance));\n');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Bare</title><p></p><script src="wasm_exec.js"></script><script src="start.js"></script>\n');
  return folder;
}

/** Returns the milliseconds from the start of the navigation until an element of the page reads as wanted. */
const sinceNavigation = (page, selector, attribute, wanted) => page.eval((s, a, w) => new Promise((done) => {
  const look = () => {
    const element = document.querySelector(s);
    if ((a ? element?.getAttribute(a) : element?.textContent) === w) done(performance.now());
    else setTimeout(look, 2);
  };
  look();
}), selector, attribute, wanted);

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const bare = await new Front(barePage(), '').open();
const site = await new Front(resolve(root, values.dist), values.base).open();
console.log('| Browser | Visit | Bare Go page, ms | Laboratory live, ms | Ratio |');
console.log('|---|---|---:|---:|---:|');
for (const name of values.browser.split(',')) {
  const seen = [1, 2, 3].map(() => ({ bare: /** @type {number[]} */ ([]), live: /** @type {number[]} */ ([]) }));
  for (let time = 0; time < Number(values.times); time++) {
    const browser = await openBrowser(name, optimizing);
    const profile = await browser.fresh();
    const page = await profile.page();
    for (const visit of seen) {
      await page.goto(bare.url('/'));
      visit.bare.push(await sinceNavigation(page, 'p', '', 'ready'));
      await page.goto(site.url('/lab/'));
      visit.live.push(await sinceNavigation(page, '#lab', 'data-stage', 'live'));
      await new Promise((done) => { setTimeout(done, 3000); }); // by then the files for later visits are stored
    }
    await profile.close();
    await browser.close();
  }
  for (const [i, visit] of seen.entries()) {
    const [one, other] = [median(visit.bare), median(visit.live)];
    console.log(`| ${name} | ${['first', 'second', 'third'][i]} | ${one.toFixed(0)} | ${other.toFixed(0)} | ${(other / one).toFixed(1)} |`);
  }
}
await bare.close();
await site.close();
process.exit(0);
