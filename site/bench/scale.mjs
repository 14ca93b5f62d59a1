#!/usr/bin/env node
// Measures time and memory of groups of up to a million nodes, as WebAssembly in Node:
//
//   node site/bench/scale.mjs program.wasm wasm_exec.js [--nodes 1000,1000000]
//
// Memory is the size of the linear memory, which never shrinks and is therefore the peak; every measurement has an
// instance of its own. "solver" solves a problem that is generated in memory. "generated" and "document" do all the
// work of the page's worker for one request: from the text of a scenario, with a generator or explicit, to the text
// of the checked and signed answer. Times are the minimum of some runs; those of the worker include parsing.

import { parseArgs } from 'node:util';
import { gridbox } from './start.mjs';

const { values: flags, positionals: [programFile, execFile] } = parseArgs({
  allowPositionals: true, options: { nodes: { type: 'string', default: '1000,10000,100000,1000000' } },
});

const mb = (bytes) => (bytes / 1e6).toFixed(0).padStart(6);
const ms = (time) => (time < 10 ? time.toFixed(2) : time.toFixed(0)).padStart(8);

/** Returns the result of a Go function, or throws the error that it returned. */
function given(result) {
  if (typeof result === 'string') throw new Error(result);
  return result;
}

/** Groups of up to 20 nodes, availabilities on [0.5, 1], prices 2 to 15, a budget of 5 per node. */
const generated = (nodes) => JSON.stringify({ format: 'gridbox', version: 1, kind: 'group', seed: 7, group: { generate: {
  preset: 'gka-1000', nodes, request: 80, groupMax: 20, availabilityMin: 0.5, priceMin: 2, priceMax: 15, priceStep: 0.1, budgetShare: 5 / 8.5 } } });

/** Solves the instance's problem several times and returns the minimal time. */
async function solver(text, times) {
  const { bench, memory } = await gridbox(programFile, execFile);
  const held = given(bench.hold(text));
  const before = memory.buffer.byteLength;
  const runs = [given(bench.alone('frontier'))];
  const after = memory.buffer.byteLength;
  while (runs.length < times) runs.push(given(bench.alone('frontier')));
  if (runs[0].value !== runs[0].bound) throw new Error(`${runs[0].value} is not proven: ${runs[0].bound}`);
  return { held, before, after, first: runs[0].ms, least: Math.min(...runs.map((run) => run.ms)), value: runs[0].value };
}

/** Sends one request to the worker. */
async function worker(text, value) {
  const { bench, memory } = await gridbox(programFile, execFile);
  const bytes = new TextEncoder().encode(text);
  const began = performance.now();
  const found = bench.answer(bytes, 'frontier');
  const time = performance.now() - began;
  if (!found.startsWith('{')) throw new Error(found);
  const answer = JSON.parse(found);
  if (!answer.check.ok || answer.metrics.value !== value) throw new Error(`the worker finds ${answer.metrics.value}, the solver ${value}`);
  return { peak: memory.buffer.byteLength, time, text: bytes.length };
}

console.log('                 solver                                         worker, generated     worker, document');
console.log('nodes            problem   before    peak    first    least         peak       ms     text    peak       ms');
for (const nodes of flags.nodes.split(',').map(Number)) {
  const text = generated(nodes);
  const alone = await solver(text, nodes < 1e6 ? 15 : 4);
  let line = `${String(nodes).padEnd(16)} ${mb(alone.held)} MB ${mb(alone.before)}  ${mb(alone.after)}  ${ms(alone.first)} ${ms(alone.least)}`;
  const small = await worker(text, alone.value);
  line += `       ${mb(small.peak)} ${ms(small.time)}`;
  const document = (await gridbox(programFile, execFile)).bench.expand(text);
  const large = await worker(document, alone.value);
  line += `   ${mb(large.text)}  ${mb(large.peak)} ${ms(large.time)}`;
  console.log(line);
}
console.log('MB and ms; every answer is proven and checked.');
process.exit(0);
