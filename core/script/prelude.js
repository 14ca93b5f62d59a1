// What stands in the interpreter before a program does. The value of this script
// is the list of functions by which the host speaks with the program; nothing else of it can
// be reached from there, since all of it is in this function's own scope.
(() => {
  "use strict";
  const global = globalThis;
  const { freeze, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Object;
  const { ownKeys } = Reflect;
  const { stringify, parse } = JSON;
  const Numbers = Float64Array;
  const { isFinite } = Number;
  const describe = Function.prototype.call.bind(Object.prototype.toString);
  const slice = Function.prototype.call.bind(String.prototype.slice);
  const join = Function.prototype.call.bind(Array.prototype.join);
  const text = String;
  const Fault = Error;
  const Refused = TypeError;

  // Limits on the output of one decision.
  const LINES = 100, LENGTH = 1000;
  const RESULT = 1 << 20;

  // --- what a program may use besides the language ---

  // Bob Jenkins' small fast counting generator in its form with 32 bits (sfc32),
  // as PractRand has it; a draw takes two of its numbers for 53 bits.
  let a = 0, b = 0, c = 0, d = 1;
  const draw = () => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  const random = () => ((draw() >>> 5) * 67108864 + (draw() >>> 6)) / 9007199254740992;

  let said = [], unsaid = 0;
  const say = (line) => {
    if (said.length < LINES) said[said.length] = line;
    else unsaid++;
  };
  const shown = (value) => {
    let words;
    try {
      words = typeof value === "string" ? value : typeof value === "object" && value ? stringify(value) : text(value);
    } catch {
      words = undefined; // circular, or its own words throw
    }
    if (typeof words !== "string") words = describe(value);
    return words.length > LENGTH ? slice(words, 0, LENGTH) + "…" : words;
  };
  const log = (...values) => {
    const words = [];
    for (let i = 0; i < values.length; i++) words[i] = shown(values[i]);
    const line = join(words, " ");
    say({ text: line.length > LENGTH ? slice(line, 0, LENGTH) + "…" : line });
  };
  const mark = (thing, words) => { say({ about: shown(thing && thing.id || thing), text: shown(words) }); };

  // --- nothing from outside, nothing that can be bent ---

  for (const name of ["eval", "SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry", "performance",
    "Date", "navigator", "queueMicrotask", "gc", "print", "console"]) delete global[name];
  delete Math.random; // there is random(), which is seeded
  for (const [name, value] of [["random", random], ["log", log], ["mark", mark]]) {
    defineProperty(global, name, { value, enumerable: false, writable: false, configurable: false });
  }
  const frozen = new Set();
  const solidify = (thing) => {
    if (thing === null || typeof thing !== "object" && typeof thing !== "function" || frozen.has(thing)) return;
    frozen.add(thing);
    if (thing !== global) freeze(thing);
    for (const key of ownKeys(thing)) {
      const property = getOwnPropertyDescriptor(thing, key);
      solidify(property.value);
      solidify(property.get);
      solidify(property.set);
      if (thing === global && property.configurable) {
        if ("value" in property) property.writable = false;
        property.configurable = false;
        defineProperty(global, key, property);
      }
    }
    solidify(getPrototypeOf(thing));
  };
  solidify(global);
  // What no name leads to.
  for (const thing of [function* () {}, async () => {}, async function* () {}, [][Symbol.iterator](), ""[Symbol.iterator](),
    new Map().entries(), new Set().entries(), "".matchAll(/./g), freeze]) {
    solidify(thing);
    solidify(getPrototypeOf(thing));
  }

  // --- how the host asks ---

  let numbers = new Numbers(1024);
  const strings = [];
  const readers = [];
  let program = {};

  // What JSON cannot say is said in words, so that the host can name it.
  const plain = (key, value) => {
    switch (typeof value) {
      case "number": return isFinite(value) ? value : { $not: text(value) };
      case "bigint": return { $not: "a BigInt" };
      case "function": return { $not: "a function" };
      case "symbol": return { $not: "a symbol" };
      case "undefined": return { $not: "undefined" };
    }
    return value;
  };

  const fault = (thrown) => {
    let words = "", stack = "";
    try {
      if (thrown instanceof Fault) {
        words = thrown.name + ": " + thrown.message;
        stack = thrown.stack;
      } else words = shown(thrown);
    } catch {
      words = "something that cannot be put into words";
    }
    if (typeof words !== "string") words = describe(words);
    if (typeof stack !== "string") stack = "";
    return stringify({ fault: slice(words, 0, LENGTH), stack: slice(stack, 0, 2 * LENGTH) });
  };

  const guarded = (work) => (...values) => {
    try {
      return work(...values);
    } catch (thrown) {
      return fault(thrown);
    }
  };

  return [
    // grow: room for so many numbers.
    (count) => (numbers = new Numbers(count)).buffer,
    // intern: more strings that states are made of.
    (list) => { for (const s of parse(list)) strings[strings.length] = s; },
    // reader: how a state is read; the source is the host's.
    (source) => { readers[readers.length] = (0, source)(() => numbers, strings); },
    // seed: of the random numbers.
    (w, x, y, z) => {
      a = w | 0; b = x | 0; c = y | 0; d = z | 0;
      for (let i = 0; i < 12; i++) draw();
    },
    // install: installs decide, start and end of the program; returns which exist.
    guarded((found) => {
      program = { decide: found.decide, start: found.start, end: found.end };
      const names = [];
      for (const name of ["decide", "start", "end"]) {
        if (typeof program[name] === "function") {
          const { lineNumber } = program[name]; // QuickJS has it
          names[names.length] = name;
          names[names.length] = typeof lineNumber === "number" ? lineNumber : 0;
        }
        else if (program[name] !== undefined) throw new Refused(name + " is no function");
      }
      return stringify({ value: names });
    }),
    // ask: one question, with the state that lies in the numbers.
    guarded((name, reader) => {
      said = [];
      unsaid = 0;
      const state = reader < 0 ? undefined : readers[reader]();
      const asked = program[name];
      const value = asked(state);
      const out = { value: value === undefined ? { $not: "undefined" } : value };
      if (said.length > 0) out.said = said;
      if (unsaid > 0) out.unsaid = unsaid;
      const words = stringify(out, plain);
      if (words.length > RESULT) throw new Refused("returns more than a million characters");
      return words;
    }),
    // fault: what was thrown past all of this, in words.
    fault,
  ];
})()
