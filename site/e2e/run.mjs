#!/usr/bin/env node
// Runs the end-to-end tests in Chromium, Firefox and WebKit:
//
//   node site/e2e/run.mjs [--browser chromium,webkit] [--full] [--no-build] [--only PATTERN] [--at-once 3] [--counts FILE] [name ...]
//
// A name chooses the files whose name contains it, --only the tests; with --full, a test of what a
// browser decides runs in each of them (see harness/suite.mjs). Everything that the tests serve is
// built first, into .cache/e2e; pictures of failures land there too. Files share a process and its
// browser as long as they take so long together as it pays; one more such shard than there are
// processors runs at a time, because tests also wait. The longest come first, by the times of the last run here, or else by
// durations.json, which --record writes. A test for any browser runs in one of the
// chosen ones. At the end it prints the time of each file, and each test in .cache/e2e/tests.txt. The exit status is 1 when
// a test failed or a browser is missing; --counts adds how many passed and failed to
// a file of build.sh.

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { names } from './harness/browser.mjs';
import { build, builds, folder, inside } from './harness/builds.mjs';
import { runShard } from './harness/shard.mjs';
import { unstarted } from './harness/webkit.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  browser: { type: 'string', default: names.join(',') },
  'no-build': { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  only: { type: 'string' },
  'at-once': { type: 'string', default: String(availableParallelism() + 1) },
  counts: { type: 'string' },
  record: { type: 'boolean', default: false },
} });
const here = fileURLToPath(new URL('.', import.meta.url));
const durations = join(here, 'durations.json');
const latest = join(folder, values.full ? 'full.json' : 'durations.json'); // times of earlier runs on this machine
/** @type {Record<string, number>} */
const known = Object.assign({}, ...[durations, latest].filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8'))));

/** Seconds that the files of one process may take together: Firefox takes as long to start as two tests, WebKit starts
 * for each of them. */
const together = { chromium: 90, firefox: 180, webkit: 60 };

/**
 * Returns every file in every browser; the files of a browser are divided among as few processes as their times
 * allow. A file with an unknown time comes first, and alone.
 */
function shards() {
  const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs') && (!positionals.length || positionals.some((part) => name.includes(part))))
    .map((file) => file.replace('.test.mjs', ''));
  if (!files.length) throw new Error(`no test file is called ${positionals.join(' or ')}`);
  return values.browser.split(',').flatMap((browser) => {
    const shared = /** @type {{browser: string, files: string[], takes: number}[]} */ ([]);
    const takes = (file) => known[`${file} ${browser}`] ?? Infinity;
    for (const file of files.sort((a, b) => takes(b) - takes(a) || 0)) {
      const room = shared.find((shard) => shard.takes + takes(file) <= together[browser]);
      if (room) Object.assign(room, { files: [...room.files, file], takes: room.takes + takes(file) });
      else shared.push({ browser, files: [file], takes: takes(file) });
    }
    return shared;
  }).sort((a, b) => b.takes - a.takes || 0);
}

const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** Prints the results of a shard: a line for each of its files, and the output of failures. */
function report({ browser, files, tests, took, rest }) {
  for (const file of files) {
    const own = tests.filter((one) => one.file === file);
    const failed = own.filter((one) => !one.passed);
    console.log(`${failed.length || rest ? 'FAIL ' : 'ok   '} ${file} ${browser}: ${own.length - failed.length} passed, ${failed.length} failed${seconds(took[file] ?? 0)}`);
    for (const one of own) for (const line of one.notes) console.log(`        ${line}`);
    for (const one of failed) console.log(`  FAIL  ${one.name} (${(one.ms / 1000).toFixed(1)} s)\n    ${one.fault.replaceAll('\n', '\n    ')}`);
  }
  if (rest) console.log(`  ${rest.replaceAll('\n', '\n  ')}`);
}

const began = Date.now();
if (!values['no-build']) build();
for (const one of [inside, ...Object.values(builds)]) if (!existsSync(one)) throw new Error(`${one} is not there: run once without --no-build`);
const built = Date.now();
rmSync(join(folder, 'failures'), { recursive: true, force: true });
const queue = shards();
const done = [];
await Promise.all(Array.from({ length: Number(values['at-once']) }, async () => {
  for (let shard = queue.shift(); shard; shard = queue.shift()) {
    const run = () => runShard(shard.files.map((file) => join(here, `${file}.test.mjs`)), shard.browser, values.browser, values.full, values.only);
    let result = await run();
    // If a browser did not start, the tests are repeated.
    if (result.tests.some((one) => one.fault.includes(unstarted))) result = await run();
    const ended = { ...shard, ...result };
    report(ended);
    done.push(ended);
  }
}));

const tests = done.flatMap((shard) => shard.tests.map((one) => ({ ...one, shard: `${one.file} ${shard.browser}` })));
// A process that ends outside of its tests has failed too.
const failed = tests.filter((one) => !one.passed).length + done.filter((shard) => shard.rest).length;
const passed = tests.length - tests.filter((one) => !one.passed).length;
console.log('how long each file took in each browser:');
const took = done.flatMap((shard) => shard.files.map((file) => ({ name: `${file} ${shard.browser}`, ms: shard.took[file] ?? 0 })));
for (const one of took.sort((a, b) => b.ms - a.ms)) console.log(`${seconds(one.ms)}  ${one.name}`);
console.log('the tests that took longest:');
const lines = [...tests].sort((a, b) => b.ms - a.ms).map((one) => `${seconds(one.ms)}  ${one.shard}: ${one.name}`);
console.log(lines.slice(0, 15).join('\n'));
writeFileSync(join(folder, 'tests.txt'), `${lines.join('\n')}\n`);
console.log(`built in${seconds(built - began)}, tested in${seconds(Date.now() - built)}`);
console.log(`${passed} passed, ${failed} failed`);
const all = { ...known, ...(values.only ? {} : Object.fromEntries(took.map((one) => [one.name, Math.ceil(one.ms / 1000)]))) };
const written = `${JSON.stringify(Object.fromEntries(Object.entries(all).sort(([, a], [, b]) => b - a)), undefined, 1)}\n`;
for (const file of values.record ? [durations, latest] : [latest]) writeFileSync(file, written);
if (values.counts) appendFileSync(values.counts, `${passed} ${failed}\n`);
process.exitCode = failed || !passed ? 1 : 0;
