'use strict';

// Native add-ons as npm has them, by three ways of writing them: Rust (crc32), C++ with node-addon-api (bcrypt), and C++ with
// threads of its own (the watcher).

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const { crc32, crc32c } = require('@node-rs/crc32');
const bcrypt = require('bcrypt');

const SALT = '$2b$04$abcdefghijklmnopqrstuu';

async function watch() {
  const watcher = require('@parcel/watcher');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watched-'));
  const { promise, resolve } = Promise.withResolvers();
  const subscription = await watcher.subscribe(folder, (error, events) => {
    resolve(error ?? events.map(({ type, path: file }) => `${type} ${path.basename(file)}`));
  });
  fs.writeFileSync(path.join(folder, 'a.txt'), 'a');
  console.log('watched', await promise);
  await subscription.unsubscribe();
  fs.rmSync(folder, { recursive: true });
}

async function main() {
  console.log(crc32('hello'), crc32(Buffer.from('grüße')), crc32c('hello', 5));
  try {
    crc32(Symbol('no'));
  } catch (error) {
    console.log(error.code);
  }
  console.log(bcrypt.hashSync('secret', SALT));
  console.log(await Promise.all([bcrypt.hash('one', SALT), bcrypt.hash('two', SALT)]));
  console.log(await bcrypt.compare('secret', bcrypt.hashSync('secret', 4)), await bcrypt.compare('x', bcrypt.hashSync('y', 4)));
  await bcrypt.hash('secret', 'no salt').catch((error) => console.log(error.message));
  await watch();
  console.log(await new Promise((resolve) => new Worker(__filename).on('message', resolve)));
  const module = { exports: {} };
  try {
    process.dlopen(module, path.join(__dirname, 'missing.node'));
  } catch (error) {
    console.log(error.code, /cannot open shared object file/.test(error.message));
  }
}

if (isMainThread) main();
else bcrypt.hash('in a worker', SALT).then((hash) => parentPort.postMessage(hash));
