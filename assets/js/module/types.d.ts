// Types of gridbox.js, the ES module by which other people's pages use Gridbox.
// The site publishes this file as gridbox.d.ts, next to gridbox.js.

/** A document: its text, or the object that JSON.parse returns for it. */
export type Document = string | object;

/** The options of load. */
export interface LoadOptions {
  /** Workers that a study may use; as many as the machine has cores, at most 8, unless given. */
  workers?: number;
}

export interface SolveOptions {
  /** Lets programs that the document carries run, in an interpreter that reaches nothing; they do not unless this is true. */
  programs?: boolean;
  /** Receives the number of finished runs. */
  onProgress?: (done: number, total: number) => void;
  /** Stops the work: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface StudyOptions extends SolveOptions {
  /** Receives the number of finished replications, over all points of the study. */
  onProgress?: (done: number, total: number) => void;
}

export interface DrawOptions {
  /** Of the answers the one to draw: its place from 0, its label, or its algorithm; the first unless given. */
  run?: number | string;
  /** A metric: of all runs of the answer, or of the study, in place of the picture. */
  chart?: string;
  /** Of a study that varies more than one path: the path along the axis. */
  along?: string;
  /** Millimetres; 84 unless given. */
  width?: number;
  /** Millimetres; as suits the width unless given. */
  height?: number;
  /** Size of usual text in points; 8 unless given. */
  text?: number;
  /** No colours: greys, hatches and broken lines. */
  grey?: boolean;
  /** Hatches and broken lines beside the colours. */
  patterns?: boolean;
  /** Below the picture what it shows: title, run, seed, digest. */
  caption?: boolean;
}

/** A document of format gridbox-result; the complete schema is schema/result-1.json of the site. */
export interface Result {
  format: "gridbox-result";
  version: number;
  engine: string;
  scenario: string;
  kind: string;
  runs: Answer[];
}

export interface Answer {
  algorithm: string;
  label?: string;
  feasible: boolean;
  metrics?: Record<string, number>;
  solution?: object;
  check: { ok: boolean; scope?: string; violations: Violation[] };
  digest: string;
  elapsedMs: number;
  [more: string]: unknown;
}

/** A document of format gridbox-study; the complete schema is schema/study-1.json of the site. */
export interface Study {
  format: "gridbox-study";
  version: number;
  kind: string;
  replications: number;
  [more: string]: unknown;
}

export interface Violation { path: string; why: string }
export interface Verdict { ok: boolean; violations: Violation[] }

/** What a promise is rejected with when a document is wrong, too large, or cannot be answered. */
export interface GridboxError extends Error {
  /** "faults", "too-large", "refused", "crashed" or "unavailable". */
  reason: string;
  /** Of "faults": every place that is wrong. */
  faults: { path: string; value?: string; why: string }[];
}

export interface Gridbox {
  /** The version of the algorithms. */
  readonly version: string;
  /** Where the site lies that this module came from. */
  readonly site: string;
  /** Solves a scenario with all of its runs and verifies every answer. */
  solve(document: Document, options?: SolveOptions): Promise<Result>;
  /** Runs the study in the field study of a scenario. */
  study(document: Document, options?: StudyOptions): Promise<Study>;
  /** Draws a problem, an answer to it, or a study of it, as SVG that needs no style sheet. */
  draw(document: Document, answer?: Result | Study | string | null, options?: DrawOptions): Promise<string>;
  /** Verifies a result by the checker, which shares no code with the solvers. */
  check(document: Document, result: Result | string): Promise<Verdict>;
  /** Returns the scenario as an address of the laboratory; with a result the laboratory compares its answers with it. */
  link(document: Document, result?: Result | string | null): Promise<string>;
  /** Ends the workers. Later calls start new ones. */
  close(): void;
}

/** Fetches and compiles the program, once for the page, and starts a worker. */
export function load(options?: LoadOptions): Promise<Gridbox>;
export const solve: Gridbox["solve"];
export const study: Gridbox["study"];
export const draw: Gridbox["draw"];
export const check: Gridbox["check"];
export const link: Gridbox["link"];
