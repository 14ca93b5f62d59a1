// Some files of tests in one browser: a process whose reporter writes a line of JSON for every ended test.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The time limit of a process in ms; its tests and waits have limits of their own. */
const limit = 40 * 60_000;

const together = fileURLToPath(new URL('./together.mjs', import.meta.url));
const reporter = fileURLToPath(new URL('./reporter.mjs', import.meta.url));

/**
 * @typedef {object} Report
 * @property {string} file without its folder and .test.mjs
 * @property {string} name
 * @property {boolean} passed
 * @property {number} ms
 * @property {string[]} notes measurements
 * @property {string} fault what went wrong
 */

/**
 * @param {string[]} files
 * @param {string} browser
 * @param {string} asked the browsers of the whole run
 * @param {boolean} full whether it is the full run
 * @param {string} [only] a pattern of test names
 * @returns {Promise<{tests: Report[], took: Record<string, number>, ms: number, rest: string}>}
 * took is by file; rest is the output of an end without a failed test
 */
export function runShard(files, browser, asked, full, only) {
  const began = Date.now();
  const child = spawn(process.execPath, [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout', ...(only ? [`--test-name-pattern=${only}`] : []), together, ...files],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, GRIDBOX_BROWSERS: browser, GRIDBOX_ASKED: asked, GRIDBOX_FULL: full ? '1' : '' } });
  const stop = () => child.kill();
  process.once('exit', stop);
  const clock = setTimeout(stop, limit);
  let output = '', rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { output += text; });
  child.stderr.setEncoding('utf8').on('data', (text) => { rest += text; });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      process.off('exit', stop);
      clearTimeout(clock);
      const tests = /** @type {Report[]} */ ([]);
      const took = /** @type {Record<string, number>} */ ({});
      for (const line of output.split('\n').filter(Boolean)) {
        const one = line.startsWith('{') ? JSON.parse(line) : undefined;
        if (!one) rest += `${line}\n`;
        else if (one.note) tests.at(-1)?.notes.push(one.note);
        else if (one.ended) took[one.ended] = one.ms;
        else tests.push({ ...one, notes: [] });
      }
      const failed = tests.some((one) => !one.passed);
      resolve({ tests, took, ms: Date.now() - began, rest: code === 0 || failed ? '' : `it ended with ${signal ?? code}: ${rest}` });
    });
  });
}
