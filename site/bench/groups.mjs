#!/usr/bin/env node
// Compares Gridbox's solvers of groups with HiGHS and GLPK, all as WebAssembly in one Node:
//
//   node site/bench/groups.mjs program.wasm wasm_exec.js [--seeds 3]
//
// All get the same choice as GKA: a group's variant k is its k cheapest nodes, at most one variant per group. All
// must reach the same optimum; otherwise the exit status is 1. Times are medians. The time that the others take to
// read the model counts, Gridbox's time to read the document does not.

import { parseArgs } from 'node:util';
import glpkModule from 'glpk.js/node';
import highsModule from 'highs';
import { gridbox } from './start.mjs';

const { values: flags, positionals: [programFile, execFile] } = parseArgs({
  allowPositionals: true, options: { seeds: { type: 'string', default: '3' } },
});

/** The instances: the paper's largest experiment, and groups of up to 20 with prices in cents. */
const families = [
  { name: 'N=200, n=30, whole prices', generate: { preset: 'gka-200' } },
  { name: 'N=1000, n=80, whole prices', generate: { preset: 'gka-1000' } },
  { name: 'N=1000, n=80, prices in cents', generate: { preset: 'gka-1000', groupMax: 20, availabilityMin: 0.5, priceMin: 2, priceMax: 15, priceStep: 0.01 } },
];

/** Returns every variant of every group: its number of nodes, its cost, and the logarithm of its value. */
function variants({ group: { groups, nodes, request } }) {
  const prices = new Map(groups.map(({ id }) => [id, []]));
  for (const { group, price } of nodes) prices.get(group).push(price);
  const list = [];
  groups.forEach(({ id, availability }, of) => {
    let cost = 0;
    prices.get(id).sort((a, b) => a - b).slice(0, request.nodes).forEach((price, k) => {
      cost += price;
      list.push({ name: `y${of}_${k + 1}`, of, nodes: k + 1, cost: Math.round(cost * 100) / 100, worth: Math.log(availability) });
    });
  });
  return { list, request };
}

/** Returns the variants by group. */
function byGroup(list) {
  const groups = new Map();
  for (const v of list) groups.set(v.of, [...(groups.get(v.of) ?? []), v]);
  return groups;
}

/** Returns the model in the format of HiGHS. */
function asText({ list, request }) {
  const sum = (factor) => list.map((v) => `${factor(v) < 0 ? '-' : '+'} ${Math.abs(factor(v))} ${v.name}`).join('\n ');
  const groups = byGroup(list);
  const once = [...groups].map(([of, members]) => ` g${of}: ${members.map(({ name }) => `+ ${name}`).join(' ')} <= 1`).join('\n');
  return `Maximize\n obj: ${sum((v) => v.worth)}\nSubject To\n count: ${sum((v) => v.nodes)} = ${request.nodes}\n budget: ${sum((v) => v.cost)} <= ${request.budget}\n${once}\nBinary\n ${list.map(({ name }) => name).join('\n ')}\nEnd\n`;
}

/** Returns the model in the format of glpk.js. */
function asObject(glpk, { list, request }) {
  const vars = (factor) => list.map((v) => ({ name: v.name, coef: factor(v) }));
  return {
    name: 'groups',
    objective: { direction: glpk.GLP_MAX, name: 'obj', vars: vars((v) => v.worth) },
    subjectTo: [
      { name: 'count', vars: vars((v) => v.nodes), bnds: { type: glpk.GLP_FX, lb: request.nodes, ub: request.nodes } },
      { name: 'budget', vars: vars((v) => v.cost), bnds: { type: glpk.GLP_UP, lb: 0, ub: request.budget } },
      ...[...byGroup(list)].map(([of, members]) => ({
        name: `g${of}`, vars: members.map(({ name }) => ({ name, coef: 1 })), bnds: { type: glpk.GLP_UP, lb: 0, ub: 1 },
      })),
    ],
    binaries: list.map(({ name }) => name),
  };
}

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];

/** Runs something several times and ignores the first, slow time. */
function timed(times, run) {
  const taken = [];
  let found;
  for (let k = 0; k < times; k++) {
    const began = performance.now();
    found = run();
    taken.push(performance.now() - began);
  }
  return { found, ms: median(taken) };
}

const [{ bench }, glpk, highs] = await Promise.all([gridbox(programFile, execFile), glpkModule(), highsModule()]);
const show = (ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0)).padStart(9);
let wrong = 0;
console.log('problem                          seed   frontier       GKA     HiGHS   glpk.js   frontier is faster than HiGHS, glpk.js');
for (const { name, generate } of families) {
  for (let seed = 1; seed <= Number(flags.seeds); seed++) {
    const text = bench.expand(JSON.stringify({ format: 'gridbox', version: 1, kind: 'group', seed, group: { generate } }));
    const model = variants(JSON.parse(text));
    const ours = bench.solve(text, 'frontier', 31);
    if (typeof ours === 'string') throw new Error(`${name}: ${ours}`);
    const table = bench.solve(text, 'gka', 5);
    const lp = asText(model), object = asObject(glpk, model);
    const high = timed(3, () => highs.solve(lp, { mip_rel_gap: 0, mip_abs_gap: 0 }));
    const low = timed(3, () => glpk.solve(object, { msglev: glpk.GLP_MSG_OFF, mipgap: 0, presol: true }));
    const optima = { HiGHS: Math.exp(high.found.ObjectiveValue), 'glpk.js': Math.exp(low.found.result.z), ...(typeof table === 'string' ? {} : { GKA: table.value }) };
    for (const [who, value] of Object.entries(optima)) {
      if (!(Math.abs(value - ours.value) <= 1e-6 * ours.value)) {
        wrong++;
        console.error(`${name}, seed ${seed}: ${who} finds ${value}, frontier ${ours.value}`);
      }
    }
    const mine = median(ours.times);
    console.log(`${name.padEnd(32)} ${String(seed).padStart(4)} ${show(mine)}  ${typeof table === 'string' ? '  refused' : show(median(table.times))} ${show(high.ms)} ${show(low.ms)}   ${(high.ms / mine).toFixed(0)} and ${(low.ms / mine).toFixed(0)} times`);
  }
}
console.log(wrong ? `${wrong} optima differ` : 'Medians in ms; all optima are equal.');
process.exit(wrong ? 1 : 0);
