#!/usr/bin/env node
// Measures time and memory of large files of other programs in the page:
//
//   node site/e2e/trace.mjs [--dist .cache/e2e/a --base /some/prefix] [--jobs 250000] [trace] [table] [links]
//
// trace: a trace in the Standard Workload Format, so many jobs of any length and of
// widths that are powers of two, on one machine of 1,152 slots that is four fifths
// full (--interval 254; with --interval 150 more is asked of it than it has, and the
// queue grows as long as the trace), with requested times of up to six times what they
// take: dropped onto the laboratory in Chromium, opened, scheduled by FCFS and by EASY,
// and drawn; and how many pictures a second dragging, pinching and the wheel show of
// it. table: a CSV of 100,000 lines, whose mapping is changed. links: a grid of 2,000
// clusters and 20,000 links, and how long the longest tasks of the page's thread ran
// themselves while it was read and drawn, whatever else ran. Prints the seconds of each
// part, the tasks of the main thread over 200 ms (--task) by the clock, the most memory
// that all processes of the browser had together, and how much processor time they took.
// It needs a site (what the tests built, or ./build.sh serve). On a busy machine
// seconds mean little; the processor time is their upper limit.

import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, optimizing } from './harness/browser.mjs';
import { root } from './harness/builds.mjs';
import { below, delay } from './harness/processes.mjs';
import { Front } from './harness/server.mjs';
import { Lab } from './lab.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  dist: { type: 'string', default: '.cache/e2e/a' },
  base: { type: 'string', default: '/some/prefix' },
  jobs: { type: 'string', default: '250000' },
  interval: { type: 'string', default: '254' },
  task: { type: 'string', default: '200' },
} });

/** Returns the megabytes of all processes below this one; shared memory counts once. */
const memory = () => sum((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)) / 1024;

/** Returns the seconds of processor time that they have taken; the system counts hundredths. */
const processor = () => sum((pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return Number(fields[11]) + Number(fields[12]);
}) / 100;

/** Returns the sum of a number over all processes below this one. @param {(pid: number) => number} of */
function sum(of) {
  let all = 0;
  for (const pid of below()) {
    try {
      all += of(pid);
    } catch { /* it has ended */ }
  }
  return all;
}

/** Texts of files, by the name of the part; each is made in the page. */
const files = {
  trace: ['long.swf', (count, interval) => {
    let seed = 1;
    const random = () => { seed = (seed * 48271) % 2147483647; return seed / 2147483647; };
    const lines = ['; Version: 2.2', '; MaxProcs: 1152'];
    let now = 0;
    for (let i = 1; i <= count; i++) {
      now += -interval * Math.log(1 - random());
      const long = 1 + Math.floor(2000 * random() / (1.02 - random()));
      const slots = 2 ** Math.floor(9 * random());
      const asked = Math.floor(long * (1 + 5 * random()));
      lines.push(`${i} ${Math.floor(now)} -1 ${long} ${slots} -1 -1 ${slots} ${asked} -1 1 ${1 + Math.floor(40 * random())} 1 -1 1 1 -1 -1`);
    }
    return `${lines.join('\n')}\n`;
  }],
  table: ['long.csv', () => {
    const lines = ['job,cores,runtime,when,state'];
    for (let i = 0; i < 100_000; i++) lines.push(`j${i},${1 + i % 16},${10 + i % 997},${i * 3},${i % 9 ? 'done' : 'failed'}`);
    return `${lines.join('\n')}\n`;
  }],
  links: ['wide.json', () => {
    const clusters = Array.from({ length: 2000 }, (_, i) => ({ id: `c${i}`, mips: 100 + i % 50 }));
    const links = [];
    for (let step = 1; links.length < 20_000; step++) {
      for (let i = 0; i < 2000 && links.length < 20_000; i++) links.push({ a: `c${i}`, b: `c${(i + step * step) % 2000}`, bandwidth: 100 });
    }
    return JSON.stringify({ format: 'gridbox', version: 1, kind: 'placement', title: 'wide', seed: 1,
      placement: { clusters, links, datasets: [], jobs: [{ id: 'j', mi: 1000 }] } });
  }],
};

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** Drops a file; returns its size in bytes. Making its text is not a task of the page. */
const drop = async (page, name, source, ...given) => {
  const bytes = await page.eval((called, made, ...sizes) => {
    window.file = new File([new Function(`return (${made})`)()(...sizes)], called);
    return window.file.size;
  }, name, source, ...given);
  await delay(500);
  await page.eval(() => {
    const carried = new DataTransfer();
    carried.items.add(window.file);
    window.tasks = [];
    window.since = performance.now();
    performance.mark('dropped');
    document.querySelector('#lab')?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
  });
  return bytes;
};

/** Presses a button of the page immediately, even out of sight. */
const press = (page, within, words) => page.eval((where, name) => {
  window.since = performance.now();
  [...document.querySelectorAll(`${where} button`)].find((b) => b.textContent === name)?.click();
}, within, words);

/** Moves the pointer on the picture a number of times, once per frame; returns frames and pictures per second. */
const moved = (page, how) => page.eval(async (what) => {
  const canvas = document.querySelector('.canvas');
  const picture = () => canvas.querySelector('svg.gb-picture');
  const box = picture().getBoundingClientRect();
  let drawn = 0, frames = 0;
  const observer = new MutationObserver(() => { drawn++; });
  observer.observe(canvas, { childList: true, subtree: true });
  const at = (id, x) => ({ bubbles: true, cancelable: true, pointerId: id, isPrimary: id === 1, button: 0, buttons: 1, pointerType: what === 'pinch' ? 'touch' : 'mouse',
    clientX: box.left + box.width * x, clientY: box.top + box.height / 2 });
  const point = (type, id, x) => picture().dispatchEvent(new PointerEvent(type, at(id, x)));
  if (what !== 'wheel') point('pointerdown', 1, 0.45);
  if (what === 'pinch') point('pointerdown', 2, 0.55);
  const began = performance.now();
  while (performance.now() - began < 2000) {
    const turn = Math.sin((performance.now() - began) / 300);
    if (what === 'wheel') picture().dispatchEvent(new WheelEvent('wheel', { ...at(1, 0.5), deltaY: -60 * Math.cos((performance.now() - began) / 300) }));
    else point('pointermove', 1, 0.45 + (what === 'pinch' ? -0.2 : 0.2) * turn);
    if (what === 'pinch') point('pointermove', 2, 0.55 + 0.2 * turn);
    await new Promise((next) => { requestAnimationFrame(next); });
    frames++;
  }
  const took = (performance.now() - began) / 1000;
  if (what === 'pinch') point('pointerup', 2, 0.55);
  if (what !== 'wheel') point('pointerup', 1, 0.45);
  observer.disconnect();
  return `${(frames / took).toFixed(0)} frames and ${(drawn / took).toFixed(0)} pictures a second`;
}, how);

const front = await new Front(resolve(root, values.dist), values.base).open();
const browser = await openBrowser('chromium', { ...optimizing, keeping: false });
let most = 0, used = 0;
const watching = setInterval(() => { most = Math.max(most, memory()); }, 500);

/** Waits, and returns the time since the last action. */
async function part(page, what, done, ...given) {
  const looked = `(...given) => (${done})(...given) ? performance.now() - window.since : undefined`;
  const ms = await page.wait(what, new Function(`return ${looked}`)(), ...given);
  most = Math.max(most, memory());
  console.log(`${what}: ${seconds(ms)}, of the processors ${(processor() - used).toFixed(1)} s; at most ${most.toFixed(0)} MB so far; load ${loadavg()[0].toFixed(1)}`);
  used = processor();
  return ms;
}

/** Records the tasks of the page's thread; returns a function that ends the recording and returns the times of the
 * longest, in ms, without other programs. */
async function ran(page) {
  const { tracing } = page.page;
  await tracing.start({ categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  return async () => {
    const events = JSON.parse(Buffer.from(await tracing.stop()).toString()).traceEvents;
    const pages = events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid} ${e.tid}`);
    const since = events.find((e) => e.name === 'dropped').ts;
    return events.filter((e) => e.name === 'RunTask' && e.ts > since && pages.includes(`${e.pid} ${e.tid}`)).map((e) => Math.min(e.tdur, e.dur) / 1000)
      .sort((a, b) => b - a).slice(0, 6);
  };
}

async function tasks(page) {
  const list = await page.eval((limit) => window.tasks.filter(([, ms]) => ms > Number(limit)).map(([at, ms]) => `${Math.round(ms)} ms at ${(at / 1000).toFixed(2)} s`), values.task);
  console.log(`tasks of the main thread over ${values.task} ms: ${list.join(', ') || 'none'}`);
}

const formed = () => /This becomes/.test(document.querySelector('#import-status')?.textContent ?? '');
const rested = () => !document.querySelector('dialog[open]') && document.querySelectorAll('.runs-table tbody tr').length > 0
  && [...document.querySelectorAll('.control button')].some((b) => b.textContent === 'Run' && !b.disabled);
const answered = () => {
  const rows = [...document.querySelectorAll('.runs-table tbody tr')];
  return rows.length > 0 && rows.every((row) => row.querySelector('td.ok')) && /solved and checked/.test(document.querySelector('.control')?.textContent ?? '');
};

const parts = {
  async trace(page) {
    let all = await part(page, 'the trace read', formed);
    await press(page, 'dialog', 'Import');
    all += await part(page, 'opened', rested);
    await press(page, '.control', 'Run');
    all += await part(page, 'scheduled and drawn', answered);
    console.log(await page.eval(() => [...document.querySelectorAll('.runs-table tbody tr')].map((r) => r.textContent).join(' | ')));
    console.log(`in all ${seconds(all)}, at most ${most.toFixed(0)} MB`);
    await press(page, '.canvas', '');
    for (const how of ['wheel', 'drag', 'pinch']) console.log(`${how}: ${await moved(page, how)}`);
  },
  async table(page) {
    await part(page, 'the table read', formed);
    await page.eval(() => {
      const select = [...document.querySelectorAll('dialog select')].find((s) => s.getAttribute('aria-label') === 'What when is');
      window.since = performance.now();
      select.value = 'submitted';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.wait('the change to be taken up', () => /Reading/.test(document.querySelector('#import-status')?.textContent ?? '') || performance.now() - window.since > 400);
    await part(page, 'mapped anew', formed);
    await press(page, 'dialog', 'Import');
    await part(page, 'opened', rested);
  },
  async links(page, stopped) {
    await part(page, 'the grid drawn', () => document.querySelectorAll('.canvas svg.gb-picture [data-kind="cluster"]').length > 0 && /wide/.test(document.title + document.querySelector('.bar')?.textContent + document.querySelector('.bar input')?.value));
    await new Promise((rest) => { setTimeout(rest, 3000); });
    console.log(`the longest tasks of the page's thread ran ${(await stopped()).map((ms) => ms.toFixed(0)).join(', ')} ms`);
  },
};

try {
  for (const name of positionals.length ? positionals : Object.keys(parts)) {
    const page = await (await browser.fresh()).page();
    await new Lab(page, front).open();
    await page.eval(() => {
      window.tasks = [];
      new PerformanceObserver((list) => { for (const task of list.getEntries()) window.tasks.push([task.startTime - window.since, task.duration]); }).observe({ type: 'longtask' });
    });
    const [called, made] = files[name];
    console.log(`${memory().toFixed(0)} MB before`);
    most = 0;
    used = processor();
    const stopped = name === 'links' ? await ran(page) : undefined;
    const bytes = await drop(page, called, String(made), Number(values.jobs), Number(values.interval));
    console.log(`${called}, ${(bytes / 1e6).toFixed(1)} MB`);
    await parts[name](page, stopped);
    await tasks(page);
  }
} finally {
  clearInterval(watching);
  await browser.close();
  await front.close();
}
