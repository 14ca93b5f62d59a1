#!/usr/bin/env node
// Runs the end-to-end tests in Chromium, Firefox and WebKit:
//
//   node site/e2e/run.mjs [--browser chromium,webkit] [--no-build] [--only PATTERN] [--at-once 2] [--counts FILE] [name ...]
//
// A name chooses the files whose name contains it, --only the tests. Everything
// that the tests serve is built first, into .cache/e2e; pictures of failures
// land there too. A file in one browser is a process of its own; two run at a
// time, those that take longest first: as the last run here knows, or else by
// durations.json, which --record writes. At the end stands how long each took. The exit
// status is 1 when a test failed or a browser is missing; --counts adds how many
// passed and failed to a file of build.sh.

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { names } from './harness/browser.mjs';
import { build, folder } from './harness/builds.mjs';
import { runShard } from './harness/shard.mjs';
import { unstarted } from './harness/webkit.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  browser: { type: 'string', default: names.join(',') },
  'no-build': { type: 'boolean', default: false },
  only: { type: 'string' },
  'at-once': { type: 'string', default: '2' },
  counts: { type: 'string' },
  record: { type: 'boolean', default: false },
} });
const here = fileURLToPath(new URL('.', import.meta.url));
const durations = join(here, 'durations.json');
const latest = join(folder, 'durations.json'); // those of this machine's runs
/** @type {Record<string, number>} */
const known = Object.assign({}, ...[durations, latest].filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8'))));

/** Every file in every browser; one whose time is not known comes first. */
function shards() {
  const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs') && (!positionals.length || positionals.some((part) => name.includes(part))));
  if (!files.length) throw new Error(`no test file is called ${positionals.join(' or ')}`);
  const all = files.flatMap((file) => values.browser.split(',').map((browser) => ({ file, browser, name: `${file.replace('.test.mjs', '')} ${browser}` })));
  return all.sort((a, b) => (known[b.name] ?? Infinity) - (known[a.name] ?? Infinity) || 0);
}

const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** What is known once a shard has ended, in one line, and everything about what went wrong. */
function report({ name, tests, ms, rest }) {
  const failed = tests.filter((one) => !one.passed);
  console.log(`${failed.length || rest ? 'FAIL ' : 'ok   '} ${name}: ${tests.length - failed.length} passed, ${failed.length} failed${seconds(ms)}`);
  for (const one of tests) for (const line of one.said) console.log(`        ${line}`);
  for (const one of failed) console.log(`  FAIL  ${one.name} (${(one.ms / 1000).toFixed(1)} s)\n    ${one.fault.replaceAll('\n', '\n    ')}`);
  if (rest) console.log(`  ${rest.replaceAll('\n', '\n  ')}`);
}

const began = Date.now();
if (!values['no-build']) build();
const built = Date.now();
rmSync(join(folder, 'failures'), { recursive: true, force: true });
const queue = shards();
const done = [];
await Promise.all(Array.from({ length: Number(values['at-once']) }, async () => {
  for (let shard = queue.shift(); shard; shard = queue.shift()) {
    const run = () => runShard(join(here, shard.file), shard.browser, values.only);
    let told = await run();
    // A browser that did not start has shown nothing about the page.
    if (told.tests.some((one) => one.fault.includes(unstarted))) told = await run();
    const ended = { ...shard, ...told };
    report(ended);
    done.push(ended);
  }
}));

const tests = done.flatMap((shard) => shard.tests.map((one) => ({ ...one, shard: shard.name })));
// A process that dies beside its tests has failed too.
const failed = tests.filter((one) => !one.passed).length + done.filter((shard) => shard.rest).length;
const passed = tests.length - tests.filter((one) => !one.passed).length;
console.log('how long each file took in each browser:');
for (const shard of [...done].sort((a, b) => b.ms - a.ms)) console.log(`${seconds(shard.ms)}  ${shard.name}`);
console.log('the tests that took longest:');
for (const one of [...tests].sort((a, b) => b.ms - a.ms).slice(0, 15)) console.log(`${seconds(one.ms)}  ${one.shard}: ${one.name}`);
console.log(`built in${seconds(built - began)}, tested in${seconds(Date.now() - built)}`);
console.log(`${passed} passed, ${failed} failed`);
const all = { ...known, ...(values.only ? {} : Object.fromEntries(done.map((shard) => [shard.name, Math.ceil(shard.ms / 1000)]))) };
const written = `${JSON.stringify(Object.fromEntries(Object.entries(all).sort(([, a], [, b]) => b - a)), undefined, 1)}\n`;
for (const file of values.record ? [durations, latest] : [latest]) writeFileSync(file, written);
if (values.counts) appendFileSync(values.counts, `${passed} ${failed}\n`);
process.exitCode = failed || !passed ? 1 : 0;
