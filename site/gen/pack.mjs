// Packs files with brotli and gzip: node site/gen/pack.mjs WINDOW < list
//
// A line of the list has a file, the path of its copies without .br and .gz, and the quality, best or quick,
// separated by tabs. Node's brotli makes the bytes of the Go library in less than half its time.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const qualities = { best: { brotli: constants.BROTLI_MAX_QUALITY, gzip: 9 }, quick: { brotli: 4, gzip: 1 } };

/** Writes to another name first: an aborted build leaves no partial file, and concurrent builds do not write to the same one. */
function keep(twin, packed) {
  const half = `${twin}.${process.pid}`;
  writeFileSync(half, packed);
  renameSync(half, twin);
}

const lines = (await text(process.stdin)).split('\n').filter(Boolean);
await Promise.all(Array.from({ length: availableParallelism() }, async () => {
  for (let line = lines.shift(); line; line = lines.shift()) {
    const [file, twin, quality] = line.split('\t');
    const level = qualities[quality];
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: level.brotli, [constants.BROTLI_PARAM_LGWIN]: Number(process.argv[2]) };
    keep(`${twin}.br`, await promisify(brotliCompress)(content, { params }));
    keep(`${twin}.gz`, await promisify(gzip)(content, { level: level.gzip }));
  }
}));
