// @ts-check
/**
 * Fetches and compiles a WebAssembly program. It is compiled while it arrives
 * where the server names the type application/wasm, and afterwards where not.
 */

const SEEN = 'gridbox:program';

/**
 * @param {string} address
 * @param {number} size in bytes before compression, 0 where unknown
 * @param {WebAssembly.Imports} imports
 * @param {(share: number | undefined) => void} show hears how much has arrived
 * @returns {Promise<WebAssembly.WebAssemblyInstantiatedSource>}
 */
export async function loadProgram(address, size, imports, show) {
  const response = await get(address);
  if (!response.headers.get('content-type')?.startsWith('application/wasm')) {
    const bytes = await counted(response, size, show).arrayBuffer();
    return WebAssembly.instantiate(bytes, imports);
  }
  // A browser keeps the compiled code of a program that it has streamed itself.
  // Counting stands in the way of that, so only the first download is counted.
  const known = seen(address);
  return WebAssembly.instantiateStreaming(known ? response : counted(response, size, show), imports);
}

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
  try {
    if (localStorage.getItem(SEEN) === address) return true;
    localStorage.setItem(SEEN, address);
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
  let read = 0;
  const count = new TransformStream({
    transform(/** @type {Uint8Array} */ chunk, controller) {
      read += chunk.byteLength;
      show(size > 0 ? Math.min(read / size, 1) : undefined);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: response.headers });
}
