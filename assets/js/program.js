// @ts-check
/**
 * Fetches and compiles WebAssembly programs: those of pages, and for pages' Go those of
 * their workers, by the window's gridboxCompile. A program is compiled while it arrives
 * where the server names the type application/wasm, and afterwards where not.
 */

const SEEN = 'gridbox:program:';

/**
 * A program ready to run. The browser draws and hears its events between reading it, laying out its memory and
 * running it.
 * @param {string} address
 * @param {number} size in bytes before compression, 0 where unknown
 * @param {WebAssembly.Imports} imports
 * @param {(share: number | undefined) => void} show hears how much has arrived
 * @returns {Promise<WebAssembly.WebAssemblyInstantiatedSource>}
 */
export async function loadProgram(address, size, imports, show) {
  const module = await compile(address, size, show);
  await turn();
  const instance = await WebAssembly.instantiate(module, imports);
  await turn();
  return { module, instance };
}

/**
 * @param {string} address
 * @param {number} size
 * @param {(share: number | undefined) => void} show
 */
async function compile(address, size, show) {
  const response = await get(address);
  if (!response.headers.get('content-type')?.startsWith('application/wasm')) {
    const bytes = await counted(response, size, show).arrayBuffer();
    return WebAssembly.compile(bytes);
  }
  // A browser keeps the compiled code of a program that it has streamed itself.
  // Counting stands in the way of that, so only the first download is counted.
  const known = seen(address);
  return WebAssembly.compileStreaming(known ? response : counted(response, size, show));
}

Object.assign(window, { gridboxCompile: (/** @type {string} */ address) => compile(address, 0, () => {}) });

/** What waits in the browser comes first. A timer would be held back; a promise comes before everything. @returns {Promise<void>} */
const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/** How many milliseconds pieces of a program are read before the browser has its turn. */
const STINT = 5;

/** How many bytes are read at once. */
const PIECE = 1 << 17;

/**
 * Starts a program that is one of the page's tools beside others that may run there; resolves when it listens.
 * @param {string} name such as pages.wasm
 * @param {() => void} [ended] hears that it has ended, which it should not
 */
export async function startTool(name, ended) {
  const config = JSON.parse(document.getElementById('gridbox-config')?.textContent || '{}');
  if (typeof WebAssembly !== 'object') throw new Error('this browser runs no WebAssembly');
  if (!window.Go) await import(config.wasmExec);
  const go = new window.Go();
  const { instance } = await loadProgram(config.tools[name], 0, go.importObject, () => {});
  const ready = new Promise((resolve) => { document.addEventListener('gblistens', resolve, { once: true }); });
  go.run(instance).then(ended);
  await ready;
}

/**
 * @param {string} address
 * @returns {Promise<Response>}
 */
async function get(address) {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (response.ok) return response;
  throw Object.assign(new Error(`the server answered ${response.status} for ${address}`), { status: response.status });
}

/**
 * Whether this program was started here before; from now on it was.
 * @param {string} address
 */
function seen(address) {
  const key = SEEN + address.slice(address.lastIndexOf('/') + 1).split('.')[0];
  try {
    if (localStorage.getItem(key) === address) return true;
    localStorage.setItem(key, address);
  } catch {
    // A browser that keeps nothing keeps no compiled code either.
  }
  return false;
}

/**
 * The same response, telling how much of it has been read.
 * @param {Response} response
 * @param {number} size
 * @param {(share: number | undefined) => void} show
 */
function counted(response, size, show) {
  if (!response.body) return response;
  let read = 0, since = performance.now();
  const count = new TransformStream({
    async transform(/** @type {Uint8Array} */ chunk, controller) {
      // What a browser hands over at once may be two million bytes, and all of them in one task.
      for (let at = 0; at < chunk.byteLength; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        read += piece.byteLength;
        controller.enqueue(piece);
        if (performance.now() - since < STINT) continue;
        show(size > 0 ? Math.min(read / size, 1) : undefined);
        await turn();
        since = performance.now();
      }
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: response.headers });
}
