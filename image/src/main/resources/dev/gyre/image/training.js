'use strict';

// What most programs do: the functions of the core that run here are compiled in the snapshot, so that no process compiles
// them at its start. Functions that few programs call don't belong here: every start reads the whole snapshot.

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

function work() {
  console.log('training', workerData);
  parentPort.on('message', (message) => {
    parentPort.postMessage({ message, list: [1, 'two', new Map([[1, new Uint8Array(8)]])] });
    if (message === 'end') parentPort.close();
  });
}

async function files() {
  fs.existsSync(__filename);
  fs.statSync(__filename);
  fs.readdirSync(__dirname);
  JSON.parse(JSON.stringify(fs.readFileSync(__filename, 'utf8')));
  await new Promise((resolve) => { fs.readFile(__filename, resolve); });
  await fs.promises.readFile(__filename, 'utf8');
}

function request() {
  return new Promise((resolve, reject) => {
    const server = http.createServer((incoming, response) => {
      response.setHeader('content-type', 'text/plain');
      incoming.on('data', () => {}).on('end', () => response.end('answer'));
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      http.request({ port, host: '127.0.0.1', method: 'POST' }, (response) => {
        response.on('data', () => {}).on('end', () => server.close(resolve));
      }).on('error', reject).end('question');
    });
  });
}

function worker(source, options) {
  return new Promise((resolve, reject) => {
    const started = new Worker(source, options);
    started.on('error', reject).on('exit', resolve);
    started.on('message', ({ message }) => { if (message !== 'end') started.postMessage('end'); });
    started.postMessage('begin');
  });
}

// Packages as npm installs them, loaded with the compile cache: first compiled, then found in it.
function packages() {
  const { createRequire, enableCompileCache, flushCompileCache } = require('node:module');
  const folder = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'gyre-training-'));
  const write = (name, text) => {
    const file = path.join(folder, 'node_modules', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  write('one/package.json', '{ "name": "one", "version": "1.0.0", "main": "lib" }');
  write('one/lib/index.js', '"use strict"; exports.b = require("./b"); exports.data = require("../data"); exports.two = require("two");');
  write('one/lib/b.js', 'exports.sub = require("two/sub"); exports.file = require("two/files/a"); exports.three = require("three");');
  write('one/data.json', '{ "text": "\\u00e4" }');
  write('two/package.json', '{ "name": "two", "exports": { ".": { "import": "./index.mjs", "require": "./index.js" }, "./sub": "./sub.js", "./files/*": "./files/*.js" } }');
  write('two/index.mjs', 'export default 1;');
  write('two/index.js', 'module.exports = (name) => import(name);');
  write('two/sub.js', 'exports.tty = require("node:tty");');
  write('two/files/a.js', '// import("x")\nexports.umlaut = "\u00e4";');
  write('three/package.json', '{ "name": "three", "type": "module", "exports": { "module-sync": "./index.js", "default": "./index.cjs" } }');
  write('three/index.js', 'import two from "two"; export { a } from "./a.js"; export default two;');
  write('three/a.js', 'export const a = import.meta.url;');
  const load = createRequire(path.join(folder, 'main.js'));
  enableCompileCache(path.join(folder, 'cache'));
  for (let i = 0; i < 2; i++) {
    load('one');
    load.resolve('two/sub');
    flushCompileCache();
    for (const name of Object.keys(load.cache)) delete load.cache[name];
  }
  try {
    load('missing');
  } catch {
    // as expected
  }
  fs.rmSync(folder, { recursive: true });
}

async function main() {
  console.log('%s %d', 'training', 1, { list: [1, 2], map: new Map([[1, new Error('text')]]) });
  require(path.join(__dirname, 'required.js'));
  await import('./imported.mjs');
  process.on('exit', () => {});
  process.nextTick(() => {});
  await new Promise((resolve) => { setTimeout(() => setImmediate(resolve), 1); });
  await files();
  await request();
  await worker(__filename, { workerData: 1 });
  const text = 'const { parentPort } = require("worker_threads"); parentPort.once("message", () => parentPort.postMessage({ message: "end" }));';
  await worker(text, { eval: true });
  packages(); // last: the compile cache stays on
}

if (isMainThread) main(); else work();
