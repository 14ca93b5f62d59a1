// @ts-check
// The script of a Web Worker that runs app.wasm or worker.wasm. Go's own wasm_exec.js is
// bundled into it: a worker that has started needs nothing more from anywhere.
//
// The laboratory itself also runs in such a worker. Then the first message has `lab`, the values that the program
// reads from its page, and later messages are events of the page. A message {program, size} may precede it: this
// worker then compiles the program and sends it to the page.
//
// The first message of the page is {module, interpreter}: the compiled module, which all workers share, and the
// address of the one file that its program may fetch later. That is the interpreter of users' programs, fetched when
// the first of them runs or, for the program that writes files, the template of the page that is one file. Every
// further message is a byte array for the Go program. The worker sends byte arrays of the Go program, and at most one
// {exit, code, stderr}: the program has ended, which a worker of Gridbox never does by itself. A Go panic and an
// exhausted memory end like that, without an error event. An exhausted stack causes only an error event, which the
// page handles too.

import 'go-wasm-exec';
import { compile } from './compile.js';

(() => {
  /** The number of characters of standard error that are kept, from its beginning, which has the cause. */
  const KEEP = 16_384;

  const scope = /** @type {DedicatedWorkerGlobalScope & typeof globalThis & {
    Go: new () => GoProgram, gridboxLab?: object, gridboxCompile: (address: string) => Promise<WebAssembly.Module>, fs: {writeSync: (fd: number, bytes: Uint8Array) => number},
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
      stderr = ""; // earlier output is not the cause of the end
      scope.postMessage(bytes, [bytes.buffer]);
    },
    fetched(done) {
      fetched().then((bytes) => done(bytes, ""), (error) => done(null, String(error)));
    },
  };

  /** The laboratory's handler of messages of its page. @type {((message: any) => void) | null} */
  let handle = null;

  /**
   * Makes this the worker of the laboratory. A worker has no storage of its own, so the program gets here the
   * entries that its page has stored, and the page stores those of the program.
   * @param {any} lab
   */
  function settle(lab) {
    /** @type {any[]} */
    const waiting = [];
    handle = (message) => { waiting.push(message); };
    scope.gridboxLab = { ...lab, listen(/** @type {(message: any) => void} */ listener) {
      handle = (message) => {
        if (message.filed !== undefined) answered(message);
        else if (message.from !== undefined) hired.get(message.from)?.dispatchEvent(Object.assign(new Event(message.type), message.event));
        else if (message.type === 'pagehide' || message.type === 'pageshow') scope.dispatchEvent(Object.assign(new Event(message.type), { persisted: message.persisted }));
        else listener(message);
      };
      for (const message of waiting) handle(message);
    } };
    Object.assign(scope, { Worker: PageWorker, gridboxFiles: askForFiles });
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(scope, name, { value: stored(name, lab[name]) });
    Object.defineProperty(scope, 'gridboxDraft', { set: (draft) => scope.postMessage({ draft }) });
  }

  /** The requests for files that the page has not answered, see files.js. @type {Map<number, {resolve: (result: any) => void, reject: (error: string) => void}>} */
  const asked = new Map();
  let asks = 0;

  /** @param {object} request @returns {Promise<any>} */
  const askForFiles = (request) => new Promise((resolve, reject) => {
    asked.set(asks, { resolve, reject });
    scope.postMessage({ files: request, n: asks++ });
  });

  /** @param {{filed: number, result?: any, error?: string}} answer */
  function answered({ filed, result, error }) {
    if (error === undefined) asked.get(filed)?.resolve(result);
    else asked.get(filed)?.reject(error);
    asked.delete(filed);
  }

  /** The workers that the page has started for the laboratory. @type {Map<number, PageWorker>} */
  const hired = new Map();
  let hires = 0;

  /**
   * Replaces Worker in the laboratory: the page starts the worker and transfers its messages (employ in link.js).
   * Firefox (153 ESR) permanently blocks one in fifty workers that start another: both wait on one condition
   * variable, which is signalled once.
   */
  class PageWorker extends EventTarget {
    /** @param {string} script @param {{name?: string}} [options] */
    constructor(script, options) {
      super();
      this.id = hires++;
      hired.set(this.id, this);
      scope.postMessage({ hire: this.id, script, name: options?.name });
    }

    /** @param {any} data @param {Transferable[]} [transfer] */
    postMessage(data, transfer = []) { scope.postMessage({ to: this.id, data }, transfer); }

    terminate() {
      hired.delete(this.id);
      scope.postMessage({ dismiss: this.id });
    }
  }

  /** @param {string} name @param {Record<string, string>} entries */
  function stored(name, entries) {
    const map = new Map(Object.entries(entries));
    const keep = (/** @type {string} */ key, /** @type {string | null} */ text) => scope.postMessage({ keep: name, key, text });
    return {
      get length() { return map.size; },
      key: (/** @type {number} */ i) => [...map.keys()][i] ?? null,
      getItem: (/** @type {string} */ key) => map.get(key) ?? null,
      setItem(/** @type {string} */ key, /** @type {string} */ text) { map.set(key, text); keep(key, text); },
      removeItem(/** @type {string} */ key) { map.delete(key); keep(key, null); },
    };
  }

  scope.gridboxCompile = (address) => compile(address);

  /** Fetches the one file whose address the worker has. */
  async function fetched() {
    if (!interpreter) throw new Error("this page has no such file");
    const answer = await fetch(interpreter);
    if (!answer.ok) throw new Error(`the server answered ${answer.status} for ${interpreter}`);
    return new Uint8Array(await answer.arrayBuffer());
  }

  scope.onmessage = (event) => {
    if (started && handle) {
      handle(event.data);
    } else if (event.data instanceof Uint8Array) {
      if (receive) receive(event.data);
      else early.push(event.data);
    } else if (event.data.program) {
      compiled = compileHere(event.data);
    } else if (!started && (event.data.module || event.data.lab)) { // earlier events do not concern the laboratory
      started = true;
      run(event.data).catch((error) => {
        scope.postMessage({ exit: true, code: -1, stderr: String(error) + "\n" + stderr });
      });
    }
  };

  /** The program of the laboratory, if this worker compiles it. @type {Promise<WebAssembly.Module> | undefined} */
  let compiled;

  /**
   * Compiles the program of the laboratory in this worker, so that the page stays responsive, and sends it to the page.
   * @param {{program: string, size: number}} from
   */
  async function compileHere({ program, size }) {
    try {
      const module = await compile(program, size, (share) => scope.postMessage({ share }));
      scope.postMessage({ module });
      return module;
    } catch (error) {
      scope.postMessage({ failed: error instanceof Error ? error.message : String(error), status: /** @type {any} */ (error)?.status });
      return new Promise(() => {}); // the page shows the failure
    }
  }

  /**
   * Runs the program until it ends.
   * @param {{module?: WebAssembly.Module, interpreter?: string, lab?: object}} start
   */
  async function run({ module: given, interpreter: address, lab }) {
    const module = given ?? await /** @type {Promise<WebAssembly.Module>} */ (compiled);
    interpreter = address ?? "";
    if (lab) settle({ ...lab, module });
    keepStderr();
    const go = new scope.Go();
    if (!lab) go.env.GOGC = "60"; // WebAssembly never returns memory
    go.exit = (status) => { code = status; };
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await go.run(instance);
    scope.postMessage({ exit: true, code, stderr });
  }

  /** Keeps the beginning of the program's standard error, and still shows it in the console. */
  function keepStderr() {
    const decoder = new TextDecoder();
    const write = scope.fs.writeSync.bind(scope.fs);
    scope.fs.writeSync = (fd, bytes) => {
      if (fd === 2 && stderr.length < KEEP) stderr += decoder.decode(bytes).slice(0, KEEP - stderr.length);
      return write(fd, bytes);
    };
  }
})();
