'use strict';

// Compiles an add-on of the folder `native` where there is a gcc, and runs a script again with it.

const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

// Calls check(addon) in a process of its own, with gc(); prints ok when it returns, or where nothing can be compiled.
async function checkWithAddon(script, source, check) {
  if (process.argv[2] !== undefined && process.argv[2] !== 'record') {
    await check(require(process.argv[2]));
    console.log('ok');
    return;
  }
  if (spawnSync('gcc', ['--version']).error !== undefined) {
    console.log('ok');
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-addon-'));
  try {
    const file = path.join(folder, 'addon.node');
    const from = path.join(path.dirname(script), 'native', source);
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-w', from, '-o', file]);
    const args = ['--expose-gc', script, file, ...process.argv.slice(2)];
    process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

module.exports = { checkWithAddon };
