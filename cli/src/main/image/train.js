'use strict';

// What many programs do, once or twice, so that the classes behind it are in the JVM's ahead-of-time cache. Every class
// in there is loaded by every start, at 13 µs each. A lambda that is not in there costs 1 ms when it is first used, other
// classes 0.1 to 0.5 ms: what a program in ten uses is worth its place.
const fs = require('fs');
const http = require('http');
const path = require('path');

console.log('%s is %d', 'train', 1, { a: [1, 2], b: new Map([[1, 2]]) });
console.error(path.join(__dirname, 'x'));
try {
  require('./missing');
} catch (error) {
  console.log(error.code);
}
process.getuid();
process.memoryUsage();

function filesSync() {
  fs.readFileSync(__filename, 'utf8');
  fs.statSync(__dirname);
  fs.existsSync(__filename);
  fs.readdirSync(__dirname, { withFileTypes: true });
  fs.readdirSync(__dirname, { recursive: true });
}

async function files() {
  const text = await fs.promises.readFile(__filename, 'utf8');
  await fs.promises.stat(__filename);
  await fs.promises.readdir(__dirname, { recursive: true });
  await new Promise((resolve) => fs.readFile(__filename, resolve));
  await Promise.all(Array.from({ length: 100 }, () => fs.promises.stat(__filename))); // more than the pool has threads
  const copy = path.join(await fs.promises.mkdtemp(path.join(require('os').tmpdir(), 'gyre-train-')), 'copy');
  await require('stream/promises').pipeline(fs.createReadStream(__filename), fs.createWriteStream(copy));
  await fs.promises.writeFile(copy, text);
  await fs.promises.rm(path.dirname(copy), { recursive: true });
}

function requests() {
  return new Promise((resolve, reject) => {
    const server = http.createServer((request, response) => {
      request.on('end', () => response.end(request.headers.host)).resume();
    });
    server.listen(0, '127.0.0.1', () => {
      const request = http.request({ port: server.address().port, host: '127.0.0.1', method: 'POST' }, (response) => {
        response.on('end', () => server.close(resolve)).resume();
      });
      request.on('error', reject);
      request.end('train');
    });
  });
}

// A package may be an ES module, however it is loaded.
async function modules() {
  const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'gyre-train-'));
  const required = path.join(folder, 'required.mjs');
  const imported = path.join(folder, 'imported.mjs');
  fs.writeFileSync(required, 'import path from "node:path"; export default path; export const a = import.meta.url;');
  fs.writeFileSync(imported, 'import { a } from "./required.mjs"; export { a };');
  require(required);
  await import(imported);
  fs.rmSync(folder, { recursive: true });
}

async function others() {
  require('os').cpus();
  require('vm').runInNewContext('1 + 1');
  require('zlib').gunzipSync(require('zlib').gzipSync('train'));
  require('child_process').spawnSync('/bin/true');
  await require('dns').promises.lookup('127.0.0.1');
}

// Twice, because the second is made ahead by another thread.
async function workers() {
  const { Worker } = require('worker_threads');
  const text = 'const { parentPort } = require("worker_threads"); parentPort.on("message", (m) => parentPort.postMessage(m));';
  for (let i = 0; i < 2; i++) {
    const worker = new Worker(text, { eval: true });
    const memory = new ArrayBuffer(8);
    worker.postMessage({ memory }, [memory]);
    await new Promise((resolve) => worker.once('message', resolve));
    await worker.terminate();
  }
}

// The first time a module is compiled and kept, the second time it is found.
function compileCache() {
  const { enableCompileCache, flushCompileCache } = require('module');
  const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'gyre-train-'));
  const file = path.join(folder, 'kept.js');
  fs.writeFileSync(file, 'exports.a = 1;');
  enableCompileCache(path.join(folder, 'cache'));
  for (let i = 0; i < 2; i++) {
    require(file);
    flushCompileCache();
    delete require.cache[file];
  }
  fs.rmSync(folder, { recursive: true });
}

async function main() {
  filesSync();
  await modules();
  await files();
  await requests();
  await new Promise((resolve) => setImmediate(() => setTimeout(() => process.nextTick(resolve), 2)));
  require('crypto').createHash('sha256').update('train').digest('hex');
  require('crypto').randomUUID();
  await others();
  await workers();
  compileCache(); // last: it stays on
  performance.now();
}

main().then(() => process.exit(0));
