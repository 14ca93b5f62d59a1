// @ts-check
// The script of a Web Worker that runs app.wasm or worker.wasm. Go's own wasm_exec.js is
// bundled into it: a worker that has started needs nothing more from anywhere.
//
// From the page comes first {module, interpreter}: the compiled module, which all workers
// share, and the address of the one file that its program may ask for later: the
// interpreter of people's own programs, which is fetched when the first of them is
// to run, or, of the program that writes files, the page that it fills. Every further message is a byte
// array for the Go program. To the page go byte arrays from the Go program, and
// at most one {exit, code, stderr}: the program has ended, which a worker of
// Gridbox never does by itself. A Go panic and an exhausted memory end there
// without an error event; an exhausted stack gives an error event and nothing
// else, which the page hears too.

import 'go-wasm-exec';

(() => {
  /** How many characters of standard error are kept, from its beginning: there stands the cause. */
  const KEEP = 16_384;

  const scope = /** @type {DedicatedWorkerGlobalScope & typeof globalThis & {
    Go: new () => GoProgram, fs: {writeSync: (fd: number, bytes: Uint8Array) => number},
    gridboxWorker: {start: (receive: (bytes: Uint8Array) => void) => void, send: (bytes: Uint8Array) => void,
      fetched: (done: (bytes: Uint8Array | null, failed: string) => void) => void}
  }} */ (/** @type {unknown} */ (self));

  /**
   * @typedef {object} GoProgram
   * @property {WebAssembly.Imports} importObject
   * @property {Record<string, string>} env
   * @property {(code: number) => void} exit
   * @property {(instance: WebAssembly.Instance) => Promise<void>} run
   */

  /** @type {Uint8Array[]} messages that came before the program listened */
  let early = [];
  /** @type {((bytes: Uint8Array) => void) | null} */
  let receive = null;
  let stderr = "";
  let code = 0;
  let started = false;
  let interpreter = "";

  scope.gridboxWorker = {
    start(listener) {
      receive = listener;
      for (const bytes of early) listener(bytes);
      early = [];
    },
    send(bytes) {
      stderr = ""; // what was written before is not what the program dies of
      scope.postMessage(bytes, [bytes.buffer]);
    },
    fetched(done) {
      fetched().then((bytes) => done(bytes, ""), (error) => done(null, String(error)));
    },
  };

  /** Fetches that file. */
  async function fetched() {
    if (!interpreter) throw new Error("this page has no such file");
    const answer = await fetch(interpreter);
    if (!answer.ok) throw new Error(`the server answered ${answer.status} for ${interpreter}`);
    return new Uint8Array(await answer.arrayBuffer());
  }

  scope.onmessage = (event) => {
    if (event.data instanceof Uint8Array) {
      if (receive) receive(event.data);
      else early.push(event.data);
    } else if (!started) {
      started = true;
      run(event.data).catch((error) => {
        scope.postMessage({ exit: true, code: -1, stderr: String(error) + "\n" + stderr });
      });
    }
  };

  /**
   * Runs the program until it ends.
   * @param {{module: WebAssembly.Module, interpreter?: string}} start
   */
  async function run({ module, interpreter: address }) {
    interpreter = address ?? "";
    keepStderr();
    const go = new scope.Go();
    go.env.GRIDBOX_TURNS = "none"; // wasm/slim/turns.go.txt: nobody waits for this thread's turn
    go.env.GOGC = "60"; // memory that WebAssembly has taken is never given back
    go.exit = (status) => { code = status; };
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await go.run(instance);
    scope.postMessage({ exit: true, code, stderr });
  }

  /** Keeps the beginning of what the program writes, and still shows it in the console. */
  function keepStderr() {
    const decoder = new TextDecoder();
    const write = scope.fs.writeSync.bind(scope.fs);
    scope.fs.writeSync = (fd, bytes) => {
      if (fd === 2 && stderr.length < KEEP) stderr += decoder.decode(bytes).slice(0, KEEP - stderr.length);
      return write(fd, bytes);
    };
  }
})();
