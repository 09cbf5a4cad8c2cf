'use strict';
// A child writes a thousand files, a few at a time, and says of each when its write is complete. It is killed in the
// middle, several times at another moment: what it said is true, to the last byte.

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const { scratch, ended } = require('./support');

const FILES = 1000;
const KILL_AFTER = [1, 50, 333, 900];

// Small ones, ones of several parts, text and bytes.
const sizeOf = (i) => [10, 5000, 70_000, 1_200_000][i % 17 === 0 ? 3 : i % 3];
const contentOf = (i) => `${i};`.repeat(Math.ceil(sizeOf(i) / `${i};`.length));

function child(folder) {
  let next = 0;
  const writeNext = () => {
    const i = next++;
    if (i >= FILES) return;
    const content = contentOf(i);
    const done = (error) => {
      if (error) throw error;
      fs.writeSync(1, `${i}\n`);
      writeNext();
    };
    const file = `${folder}/${i}`;
    if (i % 5 === 0) fs.promises.writeFile(file, content).then(() => done(null), done);
    else if (i % 5 === 1) fs.createWriteStream(file).on('error', done).on('finish', done).end(content);
    else fs.writeFile(file, i % 2 ? content : Buffer.from(content), done);
  };
  for (let i = 0; i < 8; i++) writeNext();
}

async function killAfter(count) {
  const folder = scratch();
  const process_ = spawn(process.execPath, [__filename, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  process_.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (said.split('\n').length > count) process_.kill('SIGKILL');
  });
  const [, signal] = await ended(process_, 30_000);
  assert.strictEqual(signal, 'SIGKILL');
  const written = said.split('\n').slice(0, -1).map(Number);
  assert.ok(written.length >= count && written.length < FILES, `${written.length} written`);
  for (const i of written) {
    assert.ok(fs.readFileSync(`${folder}/${i}`, 'utf8') === contentOf(i), `file ${i} is not what was written`);
  }
  fs.rmSync(folder, { recursive: true });
}

async function main() {
  for (const count of KILL_AFTER) await killAfter(count);
  console.log('ok');
}

if (process.argv.length > 2) child(process.argv[2]);
else main();
