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
