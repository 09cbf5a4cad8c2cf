'use strict';
// Aborted, closed and destroyed operations call back once, no more and no less, and none of them touches a descriptor
// that was closed and given to another file. The interruptions come at moments that a seeded generator chooses;
// GYRE_SEED=n repeats a run.

const assert = require('node:assert');
const fs = require('node:fs');
const { scratch } = require('./support');

const seed = Number(process.env.GYRE_SEED ?? Date.now() % 1_000_000);
process.on('exit', (code) => {
  if (code !== 0) console.error(`repeat with GYRE_SEED=${seed}`);
});

let state = seed;
const random = (limit) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >>> 8) % limit;
};

const folder = scratch();
const small = `${folder}/small`;
const large = `${folder}/large`;
const LARGE = Buffer.alloc(3_000_000, 'large ');
fs.writeFileSync(small, 'small');
fs.writeFileSync(large, LARGE);

// ---- who calls back, and how often

const calls = new Map();
let begun = 0;

function once(what, callback = () => {}) {
  const id = `${what} ${begun++}`;
  calls.set(id, 0);
  return (...args) => {
    calls.set(id, calls.get(id) + 1);
    assert.strictEqual(calls.get(id), 1, `${id} came again`);
    callback(...args);
  };
}

// Some turns of the loop, or of the microtask queue, from now.
function later(callback) {
  const turns = random(8);
  if (turns === 0) return callback();
  if (turns === 1) return process.nextTick(callback);
  if (turns === 2) return queueMicrotask(callback);
  let left = turns;
  const step = () => (--left === 0 ? callback() : setImmediate(step));
  setImmediate(step);
}

// Files nobody has been told of: any change means that a late write had their descriptor.
const bystanders = [];
function bystander() {
  const file = `${folder}/bystander${bystanders.length}`;
  bystanders.push([file, fs.openSync(file, 'w+')]);
}

// ---- what is interrupted

const isAbort = (error) => assert.ok(error === null || error.name === 'AbortError', error?.stack);

const attacks = {
  abortedRead() {
    const controller = new AbortController();
    fs.readFile(random(2) ? small : large, { signal: controller.signal }, once('readFile', (error, data) => {
      isAbort(error);
      if (!error) assert.ok(data.length === 5 || data.equals(LARGE));
    }));
    later(() => controller.abort());
  },
  abortedPromisedRead() {
    const controller = new AbortController();
    fs.promises.readFile(random(2) ? small : large, { signal: controller.signal })
      .then(() => null, (error) => error).then(once('promises.readFile', isAbort));
    later(() => controller.abort());
  },
  abortedWrite() {
    const controller = new AbortController();
    const file = `${folder}/written${random(5)}`;
    fs.writeFile(file, random(2) ? 'text' : LARGE, { signal: controller.signal }, once('writeFile', isAbort));
    later(() => { controller.abort(); bystander(); });
  },
  abortedPromisedWrite() {
    const controller = new AbortController();
    fs.promises.writeFile(`${folder}/written${random(5)}`, random(2) ? 'text' : LARGE, { signal: controller.signal })
      .then(() => null, (error) => error).then(once('promises.writeFile', isAbort));
    later(() => controller.abort());
  },
  async closedHandle() {
    const done = once('FileHandle');
    const handle = await fs.promises.open(`${folder}/handle${random(5)}`, 'w+');
    const settled = [];
    for (let i = random(6); i >= 0; i--) {
      const operation = random(2) ? handle.write(Buffer.alloc(100_000, 'h')) : handle.read(Buffer.alloc(1000), 0, 1000, 0);
      settled.push(operation.then(once('fulfilled or rejected'), (error) => assert.strictEqual(error.code, 'EBADF')));
    }
    later(() => {
      const closes = [handle.close(), handle.close()];
      assert.rejects(handle.read(Buffer.alloc(10)), { code: 'EBADF' }).then(bystander, bystander);
      Promise.all(closes).then(() => {
        assert.strictEqual(handle.fd, -1);
        done();
      });
    });
    await Promise.allSettled(settled);
  },
  destroyedReader() {
    const stream = fs.createReadStream(random(2) ? small : large, { highWaterMark: 1000 + random(100_000) });
    let isClosed = false;
    stream.on('data', () => assert.ok(!isClosed, 'data after close'));
    stream.on('close', once('ReadStream close', () => {
      isClosed = true;
      assert.strictEqual(stream.fd, null);
      bystander();
    }));
    later(() => { stream.destroy(); stream.destroy(); });
  },
  destroyedWriter() {
    const stream = fs.createWriteStream(`${folder}/stream${random(5)}`);
    let left = 5;
    for (let i = 0; i < 5; i++) {
      stream.write(Buffer.alloc(random(300_000), 's'), once('write', () => { left--; }));
    }
    // As in Node: a write under way when the stream is destroyed is an error of the stream.
    stream.on('error', (error) => assert.strictEqual(error.code, 'ERR_STREAM_DESTROYED'));
    stream.on('close', once('WriteStream close', () => {
      bystander();
      setImmediate(() => assert.strictEqual(left, 0));
    }));
    later(() => (random(4) ? stream.destroy() : stream.end()));
  },
  closedDescriptor() {
    fs.open(small, 'r', once('open', (error, fd) => {
      assert.ifError(error);
      const closeAll = once('close', () => bystander());
      fs.read(fd, Buffer.alloc(5), 0, 5, 0, once('read', (readError, count) => {
        assert.ifError(readError);
        assert.strictEqual(count, 5);
        fs.close(fd, closeAll);
      }));
    }));
  },
};

// ---- all of them at once, again and again

const ROUNDS = 12;
const EACH = 6;

async function idle() {
  const open = () => [...calls].filter(([, count]) => count === 0).map(([id]) => id);
  const start = Date.now();
  while (open().length > 0) {
    assert.ok(Date.now() - start < 20_000, `never called: ${open().slice(0, 10)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  calls.clear();
}

async function main() {
  const descriptors = () => fs.readdirSync('/proc/self/fd').length;
  await fs.promises.readFile(small);
  const before = descriptors();
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < EACH; i++) for (const attack of Object.values(attacks)) attack();
    await idle();
    for (const [file, fd] of bystanders) {
      assert.strictEqual(fs.fstatSync(fd).size, 0, `${file} was written to`);
      fs.closeSync(fd);
    }
    bystanders.length = 0;
  }
  // The last closes are on their way.
  for (const start = Date.now(); descriptors() > before + 4;) {
    assert.ok(Date.now() - start < 5000, `${descriptors()} descriptors are open, ${before} were`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  console.log('ok');
}

main();
