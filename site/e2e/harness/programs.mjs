#!/usr/bin/env node
// The programs that the tests use, and their paths on several systems. Run as a program it prints the missing ones,
// one per line; site/build/system.sh installs them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib', '/usr/libexec'];

/** Absolute paths, or names that are looked up in PATH; the first existing one is used. */
export const programs = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  firefox: ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  webkit: ['WebKitWebDriver'],
  minibrowser: libraries.flatMap((folder) => ['4.1', '6.0', '4.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`))
    .concat(libraries.map((folder) => `${folder}/webkitgtk-6.0/MiniBrowser`)),
  display: ['Xvfb'],
};

/** @param {keyof typeof programs} what @returns {string|undefined} where it is */
export function locate(what) {
  const path = (process.env.PATH ?? '').split(':').filter(Boolean);
  const candidates = programs[what].flatMap((place) => (place.startsWith('/') ? [place] : path.map((folder) => join(folder, place))));
  return candidates.find((candidate) => existsSync(candidate));
}

/** Returns the path of a program, or throws if it is missing. @param {keyof typeof programs} what */
export function need(what) {
  const found = locate(what);
  if (!found) throw new Error(`${what} is not installed (looked for ${programs[what][0]}); ./build.sh browsers installs it`);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const what of /** @type {(keyof typeof programs)[]} */ (Object.keys(programs))) if (!locate(what)) console.log(what);
}
