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
 * @returns {Promise<WebAssembly.Instance>}
 */
export async function loadProgram(address, size, imports, show) {
  const response = await get(address);
  if (!response.headers.get('content-type')?.startsWith('application/wasm')) {
    const bytes = await counted(response, size, show).arrayBuffer();
    return begun(await WebAssembly.compile(bytes), imports);
  }
  // A browser keeps the compiled code of a program that it has streamed itself.
  // Counting stands in the way of that, so only the first download is counted.
  const known = seen(address);
  return begun(await WebAssembly.compileStreaming(known ? response : counted(response, size, show)), imports);
}

/**
 * Lets the browser draw and hear its events between reading a program, laying out its memory and running it.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Imports} imports
 */
async function begun(module, imports) {
  await turn();
  const instance = await WebAssembly.instantiate(module, imports);
  await turn();
  return instance;
}

/** What waits in the browser comes first. A timer would be held back; a promise comes before everything. @returns {Promise<void>} */
export const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/** How many milliseconds pieces of a program are read before the browser has its turn. */
const stint = 5;

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
  let read = 0, since = performance.now();
  const count = new TransformStream({
    async transform(/** @type {Uint8Array} */ chunk, controller) {
      read += chunk.byteLength;
      show(size > 0 ? Math.min(read / size, 1) : undefined);
      controller.enqueue(chunk);
      // From a fast server all pieces are read in one task otherwise.
      if (performance.now() - since < stint) return;
      await turn();
      since = performance.now();
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: response.headers });
}
