'use strict';

// Gyre answers some functions of Node-API in machine code. An add-on in C, compiled here where there is a gcc, calls them with
// what that code leaves to Java: numbers out of range, values of other kinds, missing arguments, more handles than find room. What
// the add-on finds is compared with what it found under Node.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { inspect } = require('node:util');
const { checkWithAddon } = require('./support/addons');

const values = [
  0, -0, 1, -1, 1.5, -1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 32, 2 ** 32 + 5, -(2 ** 32) - 5,
  2 ** 53, 2 ** 62, 2 ** 63, -(2 ** 63), 2 ** 63 - 1024, 2 ** 64, 1e300, -1e300, 5e-324,
  true, false, undefined, null, 'x', Symbol('s'), 5n, {}, [], () => {}, new Date(0), Object(3),
];

function check(addon) {
  const lines = values.map((value) => `${inspect(value)} ${inspect(addon.reads(value), { breakLength: Infinity })}`);
  const made = addon.makes();
  made[11] = made[11] === globalThis;
  lines.push(inspect(made, { breakLength: Infinity }));
  for (const room of [1, 2, 3, 5, 1024, 1500]) {
    const found = addon.arguments(room, 'b', 3);
    lines.push(inspect([room, found.slice(0, Math.min(room, 6)), found[room] === addon, found[room + 1]]));
  }
  lines.push(inspect(addon.mistakes(), { breakLength: Infinity }));
  lines.push(inspect([addon.many(), addon.many(), addon.adds(1, 2, 3.5)]));
  const text = `${lines.join('\n')}\n`;
  const file = path.join(__dirname, 'native', 'calls-under-node.txt');
  if (process.versions.gyre === undefined && process.argv[3] === 'record') fs.writeFileSync(file, text);
  assert.strictEqual(text, fs.readFileSync(file, 'utf8'));
}

checkWithAddon(__filename, 'calls.c', check);
