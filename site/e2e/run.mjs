#!/usr/bin/env node
// Runs the end-to-end tests in Chromium, Firefox and WebKit:
//
//   node site/e2e/run.mjs [--browser chromium,webkit] [--no-build] [name ...]
//
// A name chooses the files whose name contains it. Everything that the tests
// serve is built first, into .cache/e2e; pictures of failures land there too.
// The exit status is 1 when a test failed or a browser is missing.

import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, folder } from './harness/builds.mjs';
import { serveProgram } from './harness/server.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  browser: { type: 'string' },
  'no-build': { type: 'boolean', default: false },
  only: { type: 'string' },
} });
const here = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs') && (!positionals.length || positionals.some((part) => name.includes(part))));

if (!files.length) throw new Error(`no test file is called ${positionals.join(' or ')}`);
if (!values['no-build']) build();
serveProgram();
rmSync(join(folder, 'failures'), { recursive: true, force: true });
if (values.browser) process.env.GRIDBOX_BROWSERS = values.browser;

const tests = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=spec',
  ...(values.only ? [`--test-name-pattern=${values.only}`] : []), ...files.map((name) => join(here, name))], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => { process.exitCode = code ?? 1; });
