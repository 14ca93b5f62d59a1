#!/usr/bin/env node
// Locks the tools of the guides again, after a change of package.json, and removes the parts of the lock that no
// installation reads, a third of it.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const file = `${folder}package-lock.json`;
const result = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
if (result.status !== 0) process.exit(1);
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const one of Object.values(lock.packages)) for (const name of ['license', 'funding', 'engines', 'deprecated', 'hasInstallScript']) delete one[name];
writeFileSync(file, `${JSON.stringify(lock, undefined, 1)}\n`);
