'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { once } = require('events');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'utf8-stream-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'deep', 'log');

const tried = (what) => {
  try {
    return what();
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};

(async () => {
  for (const options of [undefined, 5, {}, { fd: true }, { dest: file, minLength: -1 }, { dest: file, sync: 1 },
    { fd: 1, minLength: 20000 }, { fd: 1, contentMode: 'x' }, { fd: 1, retryEAGAIN: 5 }, { fd: 1, fs: { write: 1 } }]) {
    console.log(tried(() => new fs.Utf8Stream(options).fd));
  }

  const stream = new fs.Utf8Stream({ dest: file, mkdir: true, minLength: 10, maxWrite: 16, maxLength: 60 });
  const writes = [];
  stream.on('write', (bytes) => writes.push(bytes));
  stream.on('drop', (data) => console.log('dropped', data.length));
  await once(stream, 'ready');
  console.log(stream.append, stream.contentMode, stream.file === file, stream.fsync, stream.maxLength, stream.minLength,
    stream.mkdir, stream.mode, stream.periodicFlush, stream.sync, stream.writing);
  console.log(stream.write('äöü'), stream.writing, stream.write('0123456789'), stream.writing, stream.write('x'.repeat(99)));
  await once(stream, 'drain');
  console.log(JSON.stringify(fs.readFileSync(file, 'utf8')), writes);
  stream.write('tail');
  await new Promise((resolve) => stream.flush((error) => resolve(console.log('flushed', error))));
  console.log(JSON.stringify(fs.readFileSync(file, 'utf8')));
  stream.write('sync');
  stream.flushSync();
  console.log(JSON.stringify(fs.readFileSync(file, 'utf8')));
  fs.renameSync(file, `${file}.old`);
  stream.reopen();
  await once(stream, 'ready');
  stream.write('new file');
  for (const bad of [5, undefined, Buffer.from('x')]) console.log(tried(() => stream.write(bad)));
  stream.end();
  await once(stream, 'close');
  console.log(JSON.stringify(fs.readFileSync(file, 'utf8')));
  for (const name of ['write', 'end', 'flushSync', 'reopen', 'destroy']) console.log(name, tried(() => stream[name]('x')));
  stream.flush((error) => console.log(error.message));

  const bytes = new fs.Utf8Stream({ dest: file, append: false, contentMode: 'buffer', sync: true });
  console.log(bytes.write(Buffer.from('bytes')), tried(() => bytes.write('text')));
  bytes.destroy();
  console.log(fs.readFileSync(file, 'utf8'));
  console.log(tried(() => new fs.Utf8Stream({ dest: `${folder}/none/at/all`, sync: true })).replace(folder, ''));
})();
