// @ts-check
// The workers of gridbox.js. A page may start workers only from its own origin, so for another origin the worker's
// script, which has no imports, is fetched and started as a blob. All workers share one compiled program.

/**
 * @typedef {object} Addresses
 * @property {string} program
 * @property {string} script
 * @property {string} interpreter
 */

/**
 * @typedef {object} Wish
 * @property {string[]} [documents] one or two
 * @property {Record<string, string>} [about]
 * @property {number} [from]
 * @property {number} [to]
 * @property {(done: number, total: number) => void} [onProgress]
 * @property {AbortSignal} [signal]
 */

/** @typedef {Wish & {type: string, done: (text: string) => void, failed: (error: unknown) => void}} Ask */

/** The reason with which promises of this module are rejected. */
class GridboxError extends Error {
  name = "GridboxError";

  /** @param {string} reason @param {string} text @param {{path: string, why: string}[]} [faults] */
  constructor(reason, text, faults = []) {
    super(faults.length ? faults.map(({ path, why }) => `${path}: ${why}`.replace(/^: /, "")).join("\n") : text);
    this.reason = reason;
    this.faults = faults;
  }
}

export class Workers {
  /** @param {Addresses} addresses @param {number} most */
  constructor(addresses, most) {
    this.addresses = addresses;
    this.most = most;
    /** @type {Seat[]} */
    this.seats = [];
    /** @type {Ask[]} */
    this.waiting = [];
    /** @type {Promise<{module: WebAssembly.Module, script: string}> | null} */
    this.fetched = null;
  }

  /**
   * Sends a request to a worker as soon as one is free.
   * @param {string} type
   * @param {Wish} [wish]
   * @returns {Promise<string>}
   */
  ask(type, wish = {}) {
    return new Promise((done, failed) => {
      const { signal } = wish;
      if (signal?.aborted) {
        failed(signal.reason);
        return;
      }
      const drop = () => this.drop(ask);
      /** @template T @param {(value: T) => void} then @returns {(value: T) => void} */
      const settled = (then) => (value) => {
        signal?.removeEventListener("abort", drop);
        then(value);
      };
      const ask = { ...wish, type, done: settled(done), failed: settled(failed) };
      signal?.addEventListener("abort", drop);
      this.waiting.push(ask);
      this.give();
    });
  }

  /** Assigns waiting requests to idle workers, and starts more workers if allowed. */
  give() {
    while (this.waiting.length) {
      let seat = this.seats.find((one) => !one.ask);
      if (!seat && this.seats.length < this.most) {
        seat = new Seat(this);
        this.seats.push(seat);
      }
      if (!seat) return;
      seat.take(/** @type {Ask} */ (this.waiting.shift()));
    }
  }

  /** Ends the worker of a cancelled request. @param {Ask} ask */
  drop(ask) {
    ask.failed(ask.signal?.reason);
    this.waiting = this.waiting.filter((one) => one !== ask);
    this.seats.find((seat) => seat.ask === ask)?.leave();
    this.give();
  }

  /** Returns the compiled program and the address from which workers are started. */
  parts() {
    this.fetched ??= this.fetchParts().catch((error) => { this.fetched = null; throw error; });
    return this.fetched;
  }

  async fetchParts() {
    const { program, script } = this.addresses;
    const module = fetched(program).then((bytes) => WebAssembly.compile(bytes));
    if (new URL(script).origin === location.origin) return { module: await module, script };
    const [compiled, source] = await Promise.all([module, fetched(script)]);
    return { module: compiled, script: URL.createObjectURL(new Blob([source], { type: "text/javascript" })) };
  }

  close() {
    for (const seat of [...this.seats]) {
      const { ask } = seat;
      seat.leave();
      ask?.failed(new GridboxError("crashed", "Gridbox: closed while this was at work"));
    }
  }
}

/** A place for one worker, which answers one request at a time. */
class Seat {
  /** @param {Workers} workers */
  constructor(workers) {
    this.workers = workers;
    /** @type {Ask | null} */
    this.ask = null;
    /** @type {Worker | null} */
    this.worker = null;
    this.count = 0;
  }

  /** @param {Ask} ask */
  async take(ask) {
    this.ask = ask;
    try {
      const { module, script } = await this.workers.parts();
      if (this.ask !== ask) return;
      if (!this.worker) this.start(module, script);
      this.count++;
      this.worker?.postMessage(framed(this.count, ask));
    } catch (error) {
      this.end(error);
    }
  }

  /** @param {WebAssembly.Module} module @param {string} script */
  start(module, script) {
    const broken = (/** @type {string} */ why) => new GridboxError("unavailable",
      `Gridbox: no worker could be started or it broke; the page's policy must allow worker-src blob: ${why}`);
    try {
      this.worker = new Worker(script, { name: "gridbox" });
    } catch (error) { // some browsers refuse immediately, others report an error of the worker
      throw broken(error instanceof Error ? error.message : String(error));
    }
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.end(broken(event.message ?? ""));
    };
    this.worker.postMessage({ module, interpreter: this.workers.addresses.interpreter });
  }

  /** @param {Uint8Array | {exit: true, code: number, stderr: string}} data */
  receive(data) {
    if (!(data instanceof Uint8Array)) {
      this.end(new GridboxError("crashed", "Gridbox: the worker ended by itself\n" + data.stderr));
      return;
    }
    const { head, document } = read(data);
    const { ask } = this;
    if (!ask || head.id !== this.count) return;
    if (head.type === "progress") {
      ask.onProgress?.(head.done ?? 0, head.total ?? 0);
      return;
    }
    this.ask = null;
    if (head.type === "done") ask.done(document);
    else ask.failed(new GridboxError(head.reason ?? "refused", head.text ?? "", head.faults ?? []));
    this.workers.give();
  }

  /** Ends the worker and rejects its request with the error. @param {unknown} error */
  end(error) {
    const { ask } = this;
    this.leave();
    ask?.failed(error);
    this.workers.give();
  }

  leave() {
    this.worker?.terminate();
    this.ask = null;
    this.worker = null;
    this.workers.seats = this.workers.seats.filter((seat) => seat !== this);
  }
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address).catch((error) => {
    throw new GridboxError("unavailable", `Gridbox: ${address} cannot be fetched: ${error.message}`);
  });
  if (!response.ok) throw new GridboxError("unavailable", `Gridbox: ${address} was answered with ${response.status}`);
  return response.arrayBuffer();
}

/** Returns a message as framed by wasm/msg: a line of JSON, then the documents. @param {number} id @param {Ask} ask */
function framed(id, { type, about = {}, from, to, documents = [] }) {
  const encoder = new TextEncoder();
  const bodies = documents.map((text) => encoder.encode(text));
  const described = bodies.length > 1 ? { ...about, first: String(bodies[0].length) } : about;
  const head = encoder.encode(JSON.stringify({ id, type, about: described, from, to }) + "\n");
  const message = new Uint8Array(head.length + bodies.reduce((sum, body) => sum + body.length, 0));
  let at = 0;
  for (const piece of [head, ...bodies]) {
    message.set(piece, at);
    at += piece.length;
  }
  return message;
}

/** @param {Uint8Array} bytes */
function read(bytes) {
  const decoder = new TextDecoder();
  const end = bytes.indexOf(10);
  const head = JSON.parse(decoder.decode(end < 0 ? bytes : bytes.subarray(0, end)));
  return { head, document: end < 0 ? "" : decoder.decode(bytes.subarray(end + 1)) };
}
