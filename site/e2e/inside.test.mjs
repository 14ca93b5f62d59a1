// Go's own tests, run inside the browsers: those of the packages that only mean
// something there, on real workers and a real IndexedDB. They carry the build
// tag "browser"; harness/builds.mjs builds them and what they need besides, and
// this file puts the page beside it that runs them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { names, openBrowser } from './harness/browser.mjs';
import { inside, insiders } from './harness/builds.mjs';
import { until } from './harness/processes.mjs';
import { plainServer } from './harness/server.mjs';

const wanted = (process.env.GRIDBOX_BROWSERS ?? names.join(',')).split(',');

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

/** Puts the page that runs the tests beside them. */
function writePage() {
  writeFileSync(join(inside, 'run.js'), runner);
  writeFileSync(join(inside, 'index.html'), `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Tests</title><link rel="icon" href="data:,"><script defer src="wasm_exec.js"></script><script type="module" src="run.js"></script></head><body></body></html>`);
}

for (const name of wanted) {
  describe(`Go's tests inside ${name}`, () => {
    let browser = /** @type {any} */ (undefined);
    let server = /** @type {any} */ (undefined);
    before(async () => {
      writePage();
      server = await plainServer(inside, '/inside');
      browser = await openBrowser(name);
    }, { timeout: 150_000 });
    after(async () => {
      await browser?.close();
      await server?.close();
    }, { timeout: 30_000 });

    for (const one of insiders) {
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
const ended = (page) => until(async () => {
  const outcome = await page.eval(() => /** @type {any} */ (window).outcome);
  return typeof outcome?.code === 'number' && outcome;
}, { what: 'the tests to end', timeout: 160_000, every: 200 });
