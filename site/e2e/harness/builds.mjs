// The two builds that the tests serve, both under a prefix: version A unchanged, and version B with a visible
// difference in a page, a style, a script and a binary, as after a deployment of another version.

import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePage } from './inside.mjs';
import { temporaryFolder } from './processes.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
export const base = '/some/prefix';
export const folder = join(root, '.cache', 'e2e');
export const builds = { a: join(folder, 'a'), b: join(folder, 'b') };
/** The version of the messages between page and worker. */
export const protocol = () => Number(/const Version = (\d+)/.exec(readFileSync(join(root, 'wasm/msg/msg.go'), 'utf8'))?.[1]);
/** The command line, whose answers are compared with the page's. */
export const gridbox = join(folder, 'gridbox');
/** The site's own server. */
export const serve = join(folder, 'serve');
/** The folder of the tests that run inside the browsers, and their packages. */
export const inside = join(folder, 'inside');
export const insiders = ['store', 'compute'];

/** Builds everything that the tests need; fast if nothing has changed. */
export function build() {
  mkdirSync(inside, { recursive: true });
  call('bash', ['build.sh', 'tried'], root);
  // Without the folder's name, compiled packages can be used in another folder.
  const generator = join(folder, 'gen');
  for (const [out, source] of [[gridbox, './core/cmd/gridbox'], [generator, './site/gen'], [serve, './site/serve']]) call('go', ['build', '-trimpath', '-o', out, source], root);
  call(generator, ['-out', builds.b, '-base', base, '-origin', 'https://gridbox.example', '-compress=false', '-cache', join(root, '.cache', 'compressed')], otherVersion());
  buildInside();
}

/** Builds the packages whose tests run inside the browsers, and the further files of these tests. */
function buildInside() {
  const env = { ...process.env, GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' };
  for (const name of insiders) call('go', ['test', '-c', '-trimpath', '-tags=browser', '-o', join(inside, `${name}.test.wasm`), `./app/${name}`], root, env);
  for (const [name, source] of [['worker', './wasm/worker'], ['rogue', './wasm/worker/testdata/rogue']]) call('go', ['build', '-trimpath', '-o', join(inside, `${name}.wasm`), source], root, env);
  const starter = join(call('go', ['env', 'GOROOT'], root).trim(), 'lib/wasm/wasm_exec.js');
  copyFileSync(starter, join(inside, 'wasm_exec.js'));
  for (const name of ['program.js', 'compile.js', 'files.js']) copyFileSync(join(root, 'assets', 'js', name), join(inside, name));
  // The native answers of policies, and the interpreter, for the test that compares the answers.
  copyFileSync(join(root, 'core', 'engine', 'testdata', 'everywhere.json'), join(inside, 'everywhere.json'));
  copyFileSync(join(root, '.cache', 'wasm', 'interpreter.wasm'), join(inside, 'interpreter.wasm'));
  call('assets/node_modules/.bin/esbuild', ['--bundle', '--format=iife', `--alias:go-wasm-exec=${starter}`, 'assets/js/worker.js', `--outfile=${join(inside, 'worker.js')}`, '--log-level=warning'], root);
  writePage(inside);
}

/** Makes a copy of the sources with the differences of version B. */
function otherVersion() {
  const copy = temporaryFolder('version-b');
  for (const name of readdirSync(root)) {
    if (/^(\.git|\.cache|dist|node_modules)$/.test(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (from) => !from.endsWith('/node_modules') });
  }
  symlinkSync(join(root, 'assets', 'node_modules'), join(copy, 'assets', 'node_modules'));
  appendFileSync(join(copy, 'assets', 'css', 'tokens.css'), '\n:root { --build: b; }\n');
  appendFileSync(join(copy, 'assets', 'js', 'theme.js'), "\ndocument.documentElement.dataset.build = 'b';\n");
  const binaries = join(copy, '.cache', 'wasm');
  mkdirSync(binaries, { recursive: true });
  for (const name of readdirSync(join(root, '.cache', 'wasm'))) {
    if (!name.endsWith('.wasm')) continue;
    const from = join(root, '.cache', 'wasm', name);
    // An empty custom section "b": other bytes, the same program.
    writeFileSync(join(binaries, name), Buffer.concat([readFileSync(from), Buffer.from([0, 2, 1, 0x62])]));
  }
  return copy;
}

function call(program, args, cwd, env = process.env) {
  const done = spawnSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.error ?? ''}${done.stdout}${done.stderr}`);
  return done.stdout;
}
