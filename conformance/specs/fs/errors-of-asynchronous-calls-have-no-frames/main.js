'use strict';
// The error of an asynchronous call is made while no code of the program runs: its stack is its message alone. Where a
// promise is awaited, the stack has the awaiting functions.
const fs = require('node:fs');

const missing = 'no/such/file';
const calls = {
  readFile: (done) => fs.readFile(missing, done),
  stat: (done) => fs.stat(missing, done),
  readdir: (done) => fs.readdir(missing, done),
  open: (done) => fs.open(missing, done),
  opendir: (done) => fs.opendir(missing, done),
  mkdir: (done) => fs.mkdir(`${missing}/a`, done),
  copyFile: (done) => fs.copyFile(missing, 'other', done),
  realpath: (done) => fs.realpath.native(missing, done),
  close: (done) => fs.close(9999, done),
  writeFile: (done) => fs.writeFile(missing, '', done),
  rm: (done) => fs.rm(missing, done),
  createReadStream: (done) => fs.createReadStream(missing).on('error', done),
  'promises.readFile': (done) => fs.promises.readFile(missing).catch(done),
};

async function inner() {
  return await fs.promises.readlink(missing);
}

async function outer() {
  try {
    await inner();
  } catch (error) {
    return error;
  }
}

(async () => {
  for (const [name, call] of Object.entries(calls)) {
    const error = await new Promise((resolve) => { call(resolve); });
    console.log(name, error.stack === `Error: ${error.message}`, error);
  }
  const { stack } = await outer();
  console.log(stack.split('\n').filter((line) => !line.includes('node:')).map((line) => line.replace(/\(.*\)/, '')));
})();
