#!/usr/bin/env node
// Runs Lighthouse on a page of every type in Chromium, for the desktop and for a phone, and checks the scores against
// the least ones.
//
//   node site/lighthouse/run.mjs [--dist FOLDER] [--runs 3] [--only PATTERN] [--steady]
//                                             (./build.sh lighthouse, which builds the site first)
//
// Performance is the median of the runs, because it depends on the load of the machine; --steady leaves it out, for a
// busy machine. Complete reports, as JSON, are in .cache/lighthouse/reports. The exit status is 1 if a page misses a
// score.

import { createRequire } from 'node:module';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { need } from '../e2e/harness/programs.mjs';
import { root } from '../e2e/harness/builds.mjs';
import { adoptGroup, removeFolder, temporaryFolder } from '../e2e/harness/processes.mjs';
import { Front } from '../e2e/harness/server.mjs';

const { values } = parseArgs({ options: {
  dist: { type: 'string', default: join(root, '.cache/lighthouse/site') },
  runs: { type: 'string', default: '3' },
  only: { type: 'string', default: '' },
  steady: { type: 'boolean', default: false },
} });

// Imported by a computed name, because the type check must not need the library.
const library = createRequire(import.meta.url).resolve('lighthouse');
const { default: lighthouse, desktopConfig } = await import(library);
const puppeteer = createRequire(join(root, 'assets/package.json'))('puppeteer-core');

const reports = join(root, '.cache/lighthouse/reports');

/**
 * A page of every type. Programs start on the laboratory's page and on those of figures; the least score of
 * performance limits their cost, on the desktop and on a phone. Figures are kept from crawlers on
 * purpose, because they are parts of other people's pages: their score for search engines is 63.
 * The composer, a tool for authors, solves a figure immediately and has no speed requirement.
 * @type {{name: string, path: string, desktop: number, phone: number, seo: number}[]}
 */
const pages = [
  { name: 'home', path: '/', desktop: 100, phone: 98, seo: 100 },
  { name: 'documentation, contents', path: '/docs/', desktop: 100, phone: 98, seo: 100 },
  { name: 'documentation, an article', path: '/docs/embedding/', desktop: 100, phone: 98, seo: 100 },
  { name: 'documentation, with figures', path: '/docs/rbhs/', desktop: 100, phone: 98, seo: 100 },
  { name: 'papers, contents', path: '/papers/', desktop: 100, phone: 98, seo: 100 },
  { name: 'papers, one paper', path: '/papers/rbhs-2013/', desktop: 100, phone: 98, seo: 100 },
  { name: 'course, contents', path: '/course/', desktop: 100, phone: 98, seo: 100 },
  { name: 'course, a lesson', path: '/course/deciding/', desktop: 100, phone: 98, seo: 100 },
  { name: 'challenges', path: '/challenges/', desktop: 98, phone: 90, seo: 100 },
  { name: 'composer', path: '/compose/', desktop: 0, phone: 0, seo: 100 },
  { name: 'laboratory', path: '/lab/', desktop: 98, phone: 90, seo: 100 },
  { name: 'figure', path: '/figure/five-clusters/', desktop: 98, phone: 90, seo: 63 },
];

const categories = ['accessibility', 'best-practices', 'seo', 'performance'];
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Returns the scores of a page, out of 100, and its deductions. */
async function judge(port, address, device) {
  const wanted = values.steady ? categories.slice(0, 3) : categories;
  const settings = { onlyCategories: wanted, output: 'json', port, logLevel: 'error' };
  const scores = Object.fromEntries(wanted.map((name) => [name, /** @type {number[]} */ ([])]));
  let lost = /** @type {string[]} */ ([]), last = {};
  for (let run = 0; run < (values.steady ? 1 : Number(values.runs)); run++) {
    const { lhr } = await lighthouse(address, settings, device === 'desktop' ? desktopConfig : undefined);
    if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    for (const name of wanted) scores[name].push(Math.round(lhr.categories[name].score * 100));
    lost = wanted.slice(0, 3).flatMap((name) => lhr.categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
      .map(({ id }) => `${name}: ${id}: ${JSON.stringify(lhr.audits[id].details?.items?.slice(0, 3) ?? lhr.audits[id].title).slice(0, 600)}`));
    last = lhr;
  }
  return { scores: Object.fromEntries(wanted.map((name) => [name, median(scores[name])])), lost, last };
}

mkdirSync(reports, { recursive: true });
const front = await new Front(resolve(values.dist), '').open();
const profile = temporaryFolder('lighthouse');
const browser = await puppeteer.launch({
  executablePath: need('chromium'), headless: true, userDataDir: profile, timeout: 60_000, protocolTimeout: 300_000,
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
});
const kill = adoptGroup(browser.process()?.pid);
let met = 0, missed = 0;
try {
  const port = Number(new URL(browser.wsEndpoint()).port);
  console.log(`${'page'.padEnd(30)} device   access  practice  seo  speed`);
  for (const page of pages.filter(({ name }) => new RegExp(values.only).test(name))) {
    for (const device of /** @type {const} */ (['desktop', 'phone'])) {
      const { scores, lost, last } = await judge(port, front.url(page.path), device);
      const least = { accessibility: 100, 'best-practices': 100, seo: page.seo, performance: page[device] };
      const short = Object.keys(scores).filter((name) => scores[name] < least[name]);
      const shown = categories.map((name) => String(scores[name] ?? '-').padStart(6)).join(' ');
      console.log(`${page.name.padEnd(30)} ${device.padEnd(8)}${shown}${short.length ? `  MISSED ${short.map((name) => `${name} ${least[name]}`).join(', ')}` : ''}`);
      if (short.length) for (const line of lost) console.log(`    ${line}`);
      writeFileSync(join(reports, `${page.name.replace(/\W+/g, '-')}-${device}.json`), JSON.stringify(last));
      if (short.length) missed++;
      else met++;
    }
  }
} finally {
  await Promise.race([browser.close(), new Promise((done) => { setTimeout(done, 4000).unref(); })]);
  kill();
  await front.close();
  removeFolder(profile);
}
console.log(`${met} passed, ${missed} failed`);
process.exit(missed || !met ? 1 : 0);
