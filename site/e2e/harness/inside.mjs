// The page that runs a package's tests inside a browser: ?package=store&only=PATTERN.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** Runs in the page; the page's policy allows no inline script. */
const runner = `
import './program.js'; // compiles the programs of workers
import { onFiles } from './files.js';
window.gridboxFiles = onFiles;
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
program.argv = ['test', '-test.v', '-test.timeout=480s', '-test.run=' + (new URLSearchParams(location.search).get('only') ?? '')];
program.exit = (code) => { window.outcome.code = code; };
// What a browser may do in place of indexedDB.open; Go cannot throw.
window.refusals = {
  SecurityError() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
  InvalidStateError() { throw new DOMException('A mutation operation was attempted.', 'InvalidStateError'); },
  silence() { return open.call(indexedDB, held, 2); },
  // Failures of a put: refuse immediately, or abort the transaction.
  putting: (how, put) => function (...given) {
    if (how === 'throws') throw new DOMException('There is no room.', 'QuotaExceededError');
    this.transaction.abort();
    return put.apply(this, given);
  },
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

/** Writes the page that runs the tests into their folder. @param {string} to */
export function writePage(to) {
  writeFileSync(join(to, 'run.js'), runner);
  writeFileSync(join(to, 'index.html'), `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Tests</title><link rel="icon" href="data:,"><script defer src="wasm_exec.js"></script><script type="module" src="run.js"></script></head><body></body></html>`);
}
