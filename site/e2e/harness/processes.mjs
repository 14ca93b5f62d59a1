// Processes and folders that a run of the tests owns.
//
// Every browser, driver, display and server is started in a process group of its own and ended by that group's id, so
// that no other process on the machine is affected. The rest is ended when this process ends.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Groups still running, and folders to be removed. */
const groups = new Set();
const folders = new Set();

process.on('exit', () => {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
  for (const folder of folders) removeFolder(folder);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1));
}

/** Makes a folder that is removed when this process ends. */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `gridbox-e2e-${name}-`));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  } catch {
    // An ending browser may still write into its profile; the system removes the rest from its folder of temporary
    // files.
  }
  folders.delete(folder);
}

/**
 * Starts a program in its own process group.
 * @param {string} program
 * @param {string[]} args
 * @param {{env?: Record<string, string|undefined>, onLine?: (line: string) => void, cwd?: string, stdio?: any}} [options]
 */
export function start(program, args, options = {}) {
  const child = spawn(program, args, {
    detached: true,
    cwd: options.cwd,
    env: /** @type {any} */ (options.env ?? process.env),
    stdio: options.stdio ?? ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid;
  if (pid) groups.add(pid);
  const last = /** @type {string[]} */ ([]);
  const onLine = (/** @type {string} */ line) => {
    last.push(line);
    if (last.length > 40) last.shift();
    options.onLine?.(line);
  };
  for (const stream of [child.stdout, child.stderr]) stream && eachLine(stream, onLine);
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  }).then(() => { if (pid) groups.delete(pid); });
  return {
    child,
    pid,
    ended,
    tail: () => last.join('\n'),
    /** Lets this process end while the program still runs, which then ends too. */
    rest() {
      child.unref();
      for (const stream of child.stdio) /** @type {any} */ (stream)?.unref?.();
    },
    /** Asks the group to end, and kills it after a while. */
    async stop() {
      if (!pid || !groups.has(pid)) return;
      signalGroup(pid, 'SIGTERM');
      await Promise.race([ended, delay(1500)]);
      signalGroup(pid, 'SIGKILL');
      await Promise.race([ended, delay(1500)]);
      groups.delete(pid);
    },
  };
}

/** Registers a process group that another module started, such as a browser. */
export function adoptGroup(pid) {
  if (pid) groups.add(pid);
  return () => {
    if (!pid) return;
    signalGroup(pid, 'SIGKILL');
    groups.delete(pid);
  };
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

function eachLine(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  stream.on('error', () => {});
}

/** Returns a port on the loopback interface that is free at the moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

export function delay(milliseconds) {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

/** An error for a condition that can no longer become true; a wait for it ends immediately. */
export class Gone extends Error {}

/**
 * Tries until the result is true: soon again at first, less often later.
 * @template T
 * @param {() => T|Promise<T>} attempt
 * @param {{timeout?: number, every?: number, what: string, detail?: () => string|Promise<string>}} options
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(attempt, { timeout = 60_000, every = 0, what, detail }) {
  const began = Date.now();
  let fault;
  for (let pause = every || 20; ; pause = every || Math.min(200, pause * 1.25)) {
    try {
      const value = await attempt();
      if (value) return /** @type {NonNullable<T>} */ (value);
      fault = undefined;
    } catch (error) {
      if (error instanceof Gone) throw error;
      fault = error;
    }
    if (Date.now() - began > timeout) {
      const more = [fault && String(fault), detail && await Promise.resolve(detail()).catch(String)].filter(Boolean).join('; ');
      throw new Error(`waited ${Math.round((Date.now() - began) / 1000)} s for ${what}${more ? `: ${more}` : ''}`);
    }
    await delay(pause);
  }
}

/** Returns every process below this one, as the system lists them now. @returns {number[]} */
export function below() {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) \S /, '').split(' ')[0]);
      children.set(parent, [...children.get(parent) ?? [], Number(name)]);
    } catch { /* it has ended */ }
  }
  /** @type {(pid: number) => number[]} */
  const under = (pid) => (children.get(pid) ?? []).flatMap((child) => [child, ...under(child)]);
  return under(process.pid);
}
