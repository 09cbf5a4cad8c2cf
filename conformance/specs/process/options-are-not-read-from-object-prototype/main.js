// A property that some code has put on Object.prototype is no option of these calls.
const cp = require('child_process');
const dgram = require('dgram');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'polluted-'));
fs.mkdirSync(`${dir}/d/e`, { recursive: true });
fs.writeFileSync(`${dir}/d/e/x`, '');
fs.writeFileSync(`${dir}/shell`, '#!/bin/sh\necho another shell\n', { mode: 0o755 });

function attempt(call) {
  try {
    const result = call();
    return typeof result === 'object' ? JSON.stringify(result).replaceAll(dir, '') : String(result);
  } catch (error) {
    return error.code ?? error.message;
  }
}

function polluted(name, value, calls) {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  const results = Object.keys(calls).map((call) => `${call} ${attempt(calls[call])}`);
  delete Object.prototype[name];
  for (const result of results) console.log(name, result.trim());
}

const rmFolder = () => {
  const folder = fs.mkdtempSync(path.join(dir, 't'));
  try {
    fs.rmSync(folder);
  } finally {
    console.log('still there', fs.existsSync(folder));
  }
};
const glob = () => fs.globSync(`${dir}/d/*`);

polluted('shell', `${dir}/shell`, {
  execSync: () => cp.execSync('echo sh'),
  execSyncWith: () => cp.execSync('echo sh', {}).toString(),
  execFileSync: () => cp.execFileSync('echo', ['a b'], {}).toString(),
  spawnSync: () => cp.spawnSync('echo', ['a b'], {}).stdout.toString(),
});
polluted('cwd', dir, { execSync: () => cp.execSync('pwd', {}).toString().includes('polluted') });
polluted('force', true, { rmSync: () => fs.rmSync(`${dir}/nope`), rmSyncWith: () => fs.rmSync(`${dir}/nope`, {}) });
polluted('recursive', true, { rmFolder, glob });
polluted('encoding', 'hex', { glob });
polluted('signal', 1, { dgram: () => dgram.createSocket('udp4').close() !== undefined });
polluted('lookup', 1, { dgram: () => dgram.createSocket('udp4').close() !== undefined });
polluted('once', true, { brotli: () => zlib.brotliDecompressSync(zlib.brotliCompressSync('text')).toString() });
polluted('bufferSize', 'x', { opendir: () => fs.opendirSync(dir).closeSync() });
cp.exec('echo sh', {}, (error, stdout) => {
  console.log('exec', error, stdout.trim());
  delete Object.prototype.shell;
  fs.rmSync(dir, { recursive: true });
});
Object.defineProperty(Object.prototype, 'shell', { value: `${dir}/shell`, configurable: true });
