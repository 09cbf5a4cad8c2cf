'use strict';

// Much of the core is made when it is first used. A stack overflow can come at any point of that: the call that met it
// fails, and every later one works. Each first use is tried at every depth of the stack near its end, in two ways:
//
// - plain, with all that leads to it;
// - prepared, with what it is called by, such as the Buffer of Buffer.from(), made before. To compile a function takes far more
//   of the stack than to run it: where something has to be compiled on the way, what comes after that never meets the end.
//
// `gyre --no-lazy overflow/child.js prepared createHash` tries one use.

const { spawn } = require('node:child_process');
const path = require('node:path');
const { ended } = require('../support');

const LIMIT_MS = 50_000;
const AT_ONCE = 2;
const GROUPS = 6; // processes: uses that follow each other in the list are in different ones
const ALONE = ['require(file)']; // uses whose parts others of their group have made before

async function run(mode, group) {
  const flags = mode === 'prepared' ? ['--no-lazy', '--no-deprecation'] : ['--no-deprecation'];
  const child = spawn(process.execPath, [...flags, path.join(__dirname, 'child.js'), mode, group, GROUPS], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = ''; // here and in Node it is told there that the rejection of a promise has met the end of the stack
  child.stdout.setEncoding('utf8').on('data', (text) => { output += text; });
  child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
  const [code, signal] = await ended(child, LIMIT_MS);
  return code === 0 && output === '' ? '' : `${mode} ${group}: exit code ${code}, signal ${signal}\n${output}${errors}`;
}

/** Prints ok, or what has failed. */
exports.check = async (mode) => {
  const groups = [...Array(GROUPS).keys(), ...ALONE];
  let failures = '';
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (groups.length > 0) failures += await run(mode, groups.shift());
  }));
  console.log(failures || 'ok');
};
