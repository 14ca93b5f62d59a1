// Loads files of tests and runs all their tests in this process: together.mjs FILE...

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { begin, read } from './suite.mjs';

for (const file of process.argv.slice(2)) {
  read(basename(file, '.test.mjs'));
  await import(pathToFileURL(file).href);
}
begin();
