// @ts-check
// gridbox.js, the ES module of the site for pages of other sites: it solves, studies, draws, checks and links
// documents in workers. types.d.ts describes its functions. The site publishes both; the site's generator replaces
// the names of the three files below by names with a hash.

import { Workers } from "./workers.js";

/** @typedef {import("./types.d.ts").Document} Document */
/** @typedef {import("./types.d.ts").Gridbox} Gridbox */

const files = { program: "a/module.wasm", script: "a/worker.js", interpreter: "a/interpreter.wasm" };
const site = new URL(".", import.meta.url);

/** @type {Promise<Gridbox> | null} */
let loading = null;

/** @type {typeof import("./types.d.ts").load} */
export function load(options = {}) {
  // After a failed start the next call tries the network again.
  loading ??= start(options).catch((error) => { loading = null; throw error; });
  return loading;
}

/** @type {Gridbox["solve"]} */
export const solve = async (...given) => (await load()).solve(...given);
/** @type {Gridbox["study"]} */
export const study = async (...given) => (await load()).study(...given);
/** @type {Gridbox["draw"]} */
export const draw = async (...given) => (await load()).draw(...given);
/** @type {Gridbox["check"]} */
export const check = async (...given) => (await load()).check(...given);
/** @type {Gridbox["link"]} */
export const link = async (...given) => (await load()).link(...given);

/**
 * @param {import("./types.d.ts").LoadOptions} options
 * @returns {Promise<Gridbox>}
 */
async function start({ workers: most = Math.min(navigator.hardwareConcurrency || 2, 8) }) {
  const workers = new Workers({
    program: new URL(files.program, site).href,
    script: new URL(files.script, site).href,
    interpreter: new URL(files.interpreter, site).href,
  }, Math.max(1, most));
  const version = await workers.ask("version");

  return {
    version, site: site.href,
    async solve(document, options = {}) {
      return JSON.parse(await workers.ask("solve", { documents: [text(document)], about: permission(options), ...listeners(options) }));
    },
    study: async (document, options = {}) => surveyed(workers, text(document), options),
    async draw(document, answer = null, options = {}) {
      /** @type {Record<string, string>} */
      const about = {};
      for (const [name, value] of Object.entries(options)) if (value !== undefined) about[name] = String(value);
      return workers.ask("draw", { documents: pair(document, answer), about });
    },
    async check(document, result) {
      return JSON.parse(await workers.ask("check", { documents: pair(document, result) }));
    },
    async link(document, result = null) {
      return new URL("lab/" + await workers.ask("link", { documents: pair(document, result) }), site).href;
    },
    close: () => workers.close(),
  };
}

/** The number of parts of a study for each worker, so that all end together and progress is visible. */
const STRETCHES = 6;

/**
 * Has several workers compute parts of a study, and one write its document. The result does not depend on the
 * division.
 * @param {Workers} workers
 * @param {string} document
 * @param {import("./types.d.ts").StudyOptions} options
 */
async function surveyed(workers, document, options) {
  const { signal, onProgress } = options;
  const about = permission(options);
  const size = Number(await workers.ask("size", { documents: [document], signal }));
  const length = Math.max(1, Math.ceil(size / (workers.most * STRETCHES)));
  const froms = Array.from({ length: Math.ceil(size / length) }, (_, i) => i * length);
  const done = froms.map(() => 0);
  const report = () => onProgress?.(done.reduce((sum, n) => sum + n, 0), size);
  const parts = await Promise.all(froms.map(async (from, i) => {
    const to = Math.min(from + length, size);
    const part = await workers.ask("part", { documents: [document], about, from, to, signal,
      onProgress: (n) => { done[i] = n; report(); } });
    done[i] = to - from;
    report();
    return part;
  }));
  return JSON.parse(await workers.ask("report", { documents: [document, parts.join("\n")], signal }));
}

/** @param {Document} document */
function text(document) {
  const given = typeof document === "string" ? document : JSON.stringify(document);
  if (typeof given !== "string") throw new TypeError("Gridbox: a document is its text or an object");
  // Parts of a study follow it in lines, so it must be one line itself.
  return given.includes("\n") ? given.replace(/[\r\n]+/g, " ") : given;
}

/** @param {Document} first @param {Document | null} second */
const pair = (first, second) => (second == null ? [text(first)] : [text(first), text(second)]);

/** @param {{programs?: boolean}} options @returns {Record<string, string>} */
const permission = ({ programs }) => (programs ? { programs: "true" } : {});

/** @param {import("./types.d.ts").SolveOptions} options */
const listeners = ({ onProgress, signal }) => ({ onProgress, signal });
