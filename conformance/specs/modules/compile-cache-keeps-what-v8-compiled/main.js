'use strict';
const { constants, enableCompileCache, flushCompileCache, getCompileCacheDir } = require('module');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
console.log(constants.compileCacheStatus, getCompileCacheDir(), flushCompileCache());
for (const wrong of [null, 1, false]) {
  try {
    enableCompileCache(wrong);
  } catch (error) {
    console.log(error.code);
  }
}
const first = enableCompileCache({ directory: path.join(folder, 'a') });
console.log(first.status, path.relative(folder, first.directory), enableCompileCache(folder).status);
console.log(path.dirname(getCompileCacheDir()) === first.directory);
console.log(require('./lib.js')(2));
flushCompileCache();
const files = () => fs.readdirSync(getCompileCacheDir());
console.log(files().length);

// The second process finds what the first one has written; a damaged file is not used.
const cache = path.join(folder, 'b');
function child(...args) {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: __dirname, encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: cache, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
  });
  const words = ['not initialized', 'accepted', 'was the same', 'hash mismatch', 'success'];
  console.log(stdout.trim(), words.filter((word) => stderr.split('\n').some((line) => line.includes('lib.js') && line.includes(word))));
}
child('lib.js');
child('lib.js');
const written = path.join(cache, fs.readdirSync(cache)[0]);
for (const name of fs.readdirSync(written)) {
  const file = path.join(written, name);
  const bytes = fs.readFileSync(file);
  bytes[bytes.length - 100] ^= 1;
  fs.writeFileSync(file, bytes);
}
child('lib.js');
child('lib.js');
