'use strict';
// The built command is moved, to a path with a space in it, and runs as before.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { scratch } = require('./support');

const from = path.dirname(process.execPath);
const to = path.join(scratch(), 'some where');
fs.mkdirSync(path.join(to, 'cli/target'), { recursive: true });
execFileSync('cp', ['-a', path.join(from, 'gyre'), path.join(from, '.ci'), to]);
execFileSync('cp', ['-a', path.join(from, 'cli/target/gyre'), path.join(to, 'cli/target')]);

const program = 'process.argv0.endsWith("some where/gyre") && process.execPath + " " + new Intl.NumberFormat("de").format(1.5)';
const output = execFileSync(path.join(to, 'gyre'), ['-p', program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
if (output !== `${to}/gyre 1,5\n`) throw new Error(output);
console.log('ok');
