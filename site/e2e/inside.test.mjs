// Go's own tests, run inside the browsers: those of the packages that only mean
// something there, on real workers and a real IndexedDB. They carry the build
// tag "browser"; what they need besides lies beside the page that runs them.

import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { names, openBrowser } from './harness/browser.mjs';
import { temporaryFolder } from './harness/processes.mjs';
import { plainServer } from './harness/server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = (process.env.GRIDBOX_BROWSERS ?? names.join(',')).split(',');
const packages = ['store', 'compute'];
const folder = temporaryFolder('inside');

/** @param {string[]} args */
function go(...args) {
  const done = spawnSync('go', args, { cwd: root, encoding: 'utf8', env: { ...process.env, GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' } });
  if (done.status !== 0) throw new Error(`go ${args.join(' ')} failed: ${done.stderr}`);
  return done.stdout.trim();
}

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** Runs in the page; the page's policy allows no inline script. */
const runner = `
const lines = [];
window.outcome = { lines, code: undefined };
let rest = '';
const decoder = new TextDecoder();
fs.writeSync = (fd, bytes) => {
  rest += decoder.decode(bytes, { stream: true });
  const parts = rest.split('\\n');
  rest = parts.pop();
  lines.push(...parts);
  return bytes.length;
};
const program = new Go();
program.argv = ['test', '-test.v', '-test.timeout=150s'];
program.exit = (code) => { window.outcome.code = code; };
// What a browser may do in place of indexedDB.open; Go cannot throw.
window.refusals = {
  SecurityError() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
  InvalidStateError() { throw new DOMException('A mutation operation was attempted.', 'InvalidStateError'); },
  silence() { return open.call(indexedDB, held, 2); },
};
// A request for a newer version waits as long as the older one stays open.
const open = indexedDB.open;
const held = 'held ' + Date.now();
await new Promise((done) => { open.call(indexedDB, held, 1).onsuccess = (event) => { window.holds = event.target.result; done(); }; });
const name = new URLSearchParams(location.search).get('package');
WebAssembly.instantiateStreaming(fetch(name + '.test.wasm'), program.importObject)
  .then(({ instance }) => program.run(instance))
  .catch((error) => { lines.push(String(error)); window.outcome.code = -1; });
`;

/** Builds the test binaries and what they need into one folder. */
function build() {
  for (const name of packages) go('test', '-c', '-tags=browser', '-o', join(folder, `${name}.test.wasm`), `./app/${name}`);
  go('build', '-o', join(folder, 'worker.wasm'), './wasm/worker');
  go('build', '-o', join(folder, 'rogue.wasm'), './wasm/worker/testdata/rogue');
  copyFileSync(join(go('env', 'GOROOT'), 'lib/wasm/wasm_exec.js'), join(folder, 'wasm_exec.js'));
  copyFileSync(join(root, 'assets/js/worker.js'), join(folder, 'worker.js'));
  writeFileSync(join(folder, 'run.js'), runner);
  writeFileSync(join(folder, 'index.html'), `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Tests</title><link rel="icon" href="data:,"><script defer src="wasm_exec.js"></script><script type="module" src="run.js"></script></head><body></body></html>`);
}

let built = false;

for (const name of wanted) {
  describe(`Go's tests inside ${name}`, () => {
    let browser = /** @type {any} */ (undefined);
    let server = /** @type {any} */ (undefined);
    before(async () => {
      if (!built) build();
      built = true;
      server = await plainServer(folder, '/inside');
      browser = await openBrowser(name);
    }, { timeout: 240_000 });
    after(async () => {
      await browser?.close();
      await server?.close();
    }, { timeout: 30_000 });

    for (const one of packages) {
      test(`app/${one}`, { timeout: 180_000 }, async (context) => {
        const page = await (await browser.fresh()).page();
        await page.goto(server.url(`/index.html?package=${one}`));
        const outcome = await ended(page);
        for (const line of outcome.lines) if (/_test\.go:\d+: /.test(line)) context.diagnostic(`${name}: ${line.trim()}`);
        if (outcome.code !== 0) throw new Error(outcome.lines.join('\n') || 'the tests said nothing');
      });
    }
  });
}

/** @param {import('./harness/page.mjs').Page} page */
async function ended(page) {
  for (;;) {
    const outcome = await page.eval(() => /** @type {any} */ (window).outcome ?? { lines: [], code: undefined });
    if (outcome.code !== undefined && outcome.code !== null) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
