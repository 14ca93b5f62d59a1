// Packs files with brotli and gzip at their best: node site/gen/pack.mjs WINDOW < list
//
// A line of the list is a file, a tab, and where its twins belong, without .br
// and .gz. Node's brotli makes the bytes of the Go library in less than half its time.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: Number(process.argv[2]),
};

/** Under another name first: a build cut short leaves no half a file behind, and two at once do not write into the same one. */
function keep(twin, packed) {
  const half = `${twin}.${process.pid}`;
  writeFileSync(half, packed);
  renameSync(half, twin);
}

const lines = (await text(process.stdin)).split('\n').filter(Boolean);
await Promise.all(Array.from({ length: availableParallelism() }, async () => {
  for (let line = lines.shift(); line; line = lines.shift()) {
    const [file, twin] = line.split('\t');
    const content = readFileSync(file);
    keep(`${twin}.br`, await promisify(brotliCompress)(content, { params }));
    keep(`${twin}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}));
