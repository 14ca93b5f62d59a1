// @ts-check
/**
 * Fetches and compiles WebAssembly programs: those of pages, and for pages' Go those of
 * their workers, by the window's gridboxCompile. A program is compiled while it arrives
 * where the server names the type application/wasm, and afterwards where not.
 */

/**
 * A program ready to run.
 * @param {string} address
 * @param {number} size in bytes before compression, 0 where unknown
 * @param {WebAssembly.Imports} imports
 * @param {(share: number | undefined) => void} show receives the share that has arrived
 * @returns {Promise<WebAssembly.WebAssemblyInstantiatedSource>}
 */
export async function loadProgram(address, size, imports, show) {
  const module = await compile(address, size, show);
  return { module, instance: await WebAssembly.instantiate(module, imports) };
}

/**
 * @param {string} address
 * @param {number} size
 * @param {(share: number | undefined) => void} show
 */
export async function compile(address, size, show) {
  const response = await get(address);
  if (!response.headers.get('content-type')?.startsWith('application/wasm')) {
    const bytes = await counted(response, size, show).arrayBuffer();
    return WebAssembly.compile(bytes);
  }
  return WebAssembly.compileStreaming(counted(response, size, show));
}

Object.assign(window, { gridboxCompile: (/** @type {string} */ address) => compile(address, 0, () => {}) });

/**
 * Starts one of the page's tool programs; resolves when it is ready.
 * @param {string} name such as pages.wasm
 * @param {() => void} [ended] is called if the program ends, which is a failure
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
 * The same response, telling how much of it has been read.
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
