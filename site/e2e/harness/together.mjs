// Reads files of tests and has all of theirs run in this process: together.mjs FILE...

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { begin, read } from './suite.mjs';

for (const file of process.argv.slice(2)) {
  read(basename(file, '.test.mjs'));
  await import(pathToFileURL(file).href);
}
begin();
