// @ts-check
/**
 * Fetches and compiles WebAssembly programs, in pages and in workers. If the server names the type application/wasm,
 * a program is compiled while it arrives, otherwise afterwards.
 */

/**
 * Compiles a program. If its bytes need not be counted, the compiler receives the response itself.
 * @param {string} address
 * @param {number} [size] in bytes before compression, 0 if unknown
 * @param {(share: number | undefined) => void} [show] receives the share that has arrived
 */
export async function compile(address, size = 0, show) {
  const answer = await get(address), response = show ? counted(answer, size, show) : answer;
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Compiles a program in a worker, so that the page stays responsive. If the page may not start workers, as in a
 * sandboxed frame, it compiles in the page.
 * @param {string} address
 * @param {string} script the address of worker.js
 * @returns {Promise<WebAssembly.Module>}
 */
export function compileInWorker(address, script) {
  return new Promise((resolve, reject) => {
    /** @type {Worker | undefined} */
    let worker;
    const here = () => {
      worker?.terminate();
      compile(address).then(resolve, reject);
    };
    try {
      worker = new Worker(script, { name: 'gridbox compiler' });
      worker.onerror = here;
      worker.onmessage = ({ data }) => {
        if ('share' in data) return;
        if (data.module) resolve(data.module);
        else reject(Object.assign(new Error(data.failed), { status: data.status }));
        worker?.terminate();
      };
      worker.postMessage({ program: address, size: 0 });
    } catch {
      here();
    }
  });
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
 * Returns the same response, which reports the part that has been read.
 * @param {Response} response
 * @param {number} size
 * @param {(share: number | undefined) => void} show
 */
function counted(response, size, show) {
  const reader = response.clone().body?.getReader();
  let read = 0;
  void (async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      read += piece.value.byteLength;
      show(size > 0 ? Math.min(read / size, 1) : undefined);
    }
  })().catch(() => {}); // the compiler reads the same response and reports the failure
  return response;
}
