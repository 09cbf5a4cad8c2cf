'use strict';
// write(2) may take less than it was given: a limit on the file's size, a disk that is full, a pipe. The rest is
// written then, or the call answers an error; it never reports as written what is not there.

const assert = require('node:assert');
const { spawn, execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { scratch, ended } = require('./support');

const LIMIT_BYTES = 256 * 1024; // ulimit counts in KiB or in blocks of 512 bytes: see below
const WAYS = {
  callback: (file, data) => new Promise((resolve, reject) => {
    fs.writeFile(file, data, (error) => (error ? reject(error) : resolve()));
  }),
  text: (file, data) => fs.promises.writeFile(file, data.toString('latin1')),
  promise: (file, data) => fs.promises.writeFile(file, data),
  signal: (file, data) => fs.promises.writeFile(file, data, { signal: new AbortController().signal }),
  append: (file, data) => fs.promises.appendFile(file, data),
  sync: async (file, data) => fs.writeFileSync(file, data),
  stream: (file, data) => new Promise((resolve, reject) => {
    fs.createWriteStream(file).on('error', reject).on('finish', resolve).end(data);
  }),
  streamOfParts: (file, data) => new Promise((resolve, reject) => {
    const stream = fs.createWriteStream(file).on('error', reject).on('finish', resolve);
    for (let i = 0; i < data.length; i += 10_000) stream.write(data.subarray(i, i + 10_000));
    stream.end();
  }),
  handle: async (file, data) => {
    await using handle = await fs.promises.open(file, 'w');
    await handle.writeFile(data);
  },
  async iterable(file, data) {
    await fs.promises.writeFile(file, [data.subarray(0, 5), data.subarray(5)]);
  },
};

// Runs with a limit on the size of files: half of the data fits.
async function limited(folder) {
  process.on('SIGXFSZ', () => {});
  const limitBytes = Number(process.argv[3]);
  for (const [name, write] of Object.entries(WAYS)) {
    for (const size of [limitBytes - 1, limitBytes, limitBytes + 1, 4 * limitBytes]) {
      const file = `${folder}/${name}-${size}`;
      const data = Buffer.alloc(size, 'gyre ');
      let error = null;
      try {
        await write(file, data);
      } catch (e) {
        error = e;
      }
      if (error === null) {
        assert.ok(fs.readFileSync(file).equals(data), `${name} of ${size} bytes is reported written and isn't`);
        assert.ok(size <= limitBytes);
      } else {
        assert.strictEqual(error.code, 'EFBIG', `${name}: ${error.stack}`);
        assert.ok(size > limitBytes, `${name} of ${size} bytes: ${error}`);
      }
    }
  }
  // The call itself says how much it took.
  const fd = fs.openSync(`${folder}/short`, 'w');
  const taken = fs.writeSync(fd, Buffer.alloc(limitBytes + 100));
  assert.strictEqual(taken, limitBytes);
  console.log('limited');
}

// A full pipe takes a part, and the rest when somebody reads.
function intoPipe(folder, bytes) {
  fs.writeFile(`${folder}/fifo`, Buffer.alloc(bytes, 'x'), (error) => {
    assert.ifError(error);
    console.log('written');
  });
}

async function main() {
  const folder = scratch();
  const run = (command, args) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
    return ended(child, 30_000).then(([code]) => [code, out]);
  };
  // What ulimit counts in differs from shell to shell: the limit is what the kernel says.
  const script = `ulimit -f ${LIMIT_BYTES / 1024} && limit=$(sed -n 's/^Max file size *\\([0-9]*\\) .*/\\1/p' ` +
    '/proc/self/limits) && exec "$0" "$1" "$2" "$limit"';
  assert.deepStrictEqual(await run('sh', ['-c', script, process.execPath, __filename, folder]), [0, 'limited\n']);

  execFileSync('mkfifo', [`${folder}/fifo`]);
  const bytes = 3_000_000;
  const writing = run(process.execPath, [__filename, folder, String(bytes), 'pipe']);
  assert.strictEqual((await fs.promises.readFile(`${folder}/fifo`)).length, bytes);
  assert.deepStrictEqual(await writing, [0, 'written\n']);
  console.log('ok');
}

if (process.argv[4] === 'pipe') intoPipe(process.argv[2], Number(process.argv[3]));
else if (process.argv.length > 2) limited(process.argv[2]);
else main();
