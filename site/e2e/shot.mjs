#!/usr/bin/env node
// Takes a picture of a page in one of the three browsers.
//
//   node site/e2e/shot.mjs --browser chromium|firefox|webkit --scheme light|dark
//        --size 1440x900 --url /lab/ --out lab.png [--dist dist --base /prefix]
//        [--do script.mjs] [--wait milliseconds] [--motion reduce]
//
// With a path as --url it serves the folder --dist under the prefix --base
// itself; with a whole address it looks at whatever answers there. --do names
// a module whose default export is called with the page (harness/page.mjs
// has its methods) before the picture is taken. Console lines, errors
// and refused requests are printed; the exit status is 1 when there were any.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from './harness/browser.mjs';
import { delay } from './harness/processes.mjs';
import { Front } from './harness/server.mjs';

const { values } = parseArgs({ options: {
  browser: { type: 'string', default: 'chromium' },
  scheme: { type: 'string', default: 'light' },
  motion: { type: 'string', default: 'normal' },
  size: { type: 'string', default: '1440x900' },
  url: { type: 'string', default: '/' },
  out: { type: 'string', default: 'shot.png' },
  dist: { type: 'string', default: 'dist' },
  base: { type: 'string', default: '' },
  do: { type: 'string' },
  wait: { type: 'string', default: '500' },
} });

const [width, height] = values.size.split('x').map(Number);
const own = values.url.startsWith('/') ? await new Front(resolve(values.dist), values.base).open() : undefined;
const browser = await openBrowser(values.browser, { scheme: /** @type {any} */ (values.scheme), motion: /** @type {any} */ (values.motion), width, height });
let faulty = false;
try {
  const page = await (await browser.fresh()).page();
  await page.goto(own ? own.url(values.url) : values.url);
  if (values.do) await (await import(pathToFileURL(resolve(values.do)).href)).default(page);
  await delay(Number(values.wait));
  writeFileSync(values.out, await page.picture());
  for (const line of page.console) console.log(line);
  for (const fault of page.faults) console.log(`${fault.kind}: ${fault.text}`);
  for (const seen of own?.log ?? []) if (seen.status >= 400) console.log(`${seen.status} ${seen.path}`);
  faulty = page.faults.length > 0;
} finally {
  await browser.close();
  await own?.close();
}
process.exit(faulty ? 1 : 0);
