'use strict';

// An add-on in C, compiled here where there is a gcc, uses all groups of Node-API's functions. It does the same under Node.

const assert = require('node:assert');
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Worker, isMainThread, workerData } = require('node:worker_threads');

// What it printed, also if it failed.
function run(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, (error, stdout, stderr) => resolve({ error, stdout, stderr }));
  });
}

async function compiled() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-addon-'));
  const file = path.join(folder, 'addon.node');
  const sources = ['addon.c', 'loop.c'].map((name) => path.join(__dirname, 'native', name));
  const { error } = await run('gcc', ['-shared', '-fPIC', '-O1', '-w', ...sources, '-lpthread', '-o', file]);
  assert.ifError(error);
  return file;
}

function checkValues(addon) {
  const list = addon.values();
  assert.strictEqual(list[4].description, 'café');
  list[4] = undefined;
  assert.deepStrictEqual(list, [-9007199254740991, 4000000000, 'grüß dich 😀', 'café', undefined, Symbol.for('gyre'),
    -36893488147419103233n, 18446744073709551615n, new Date(1e12)]);
  assert.deepStrictEqual(['', 'a', 'bcd', 'ü', ''].map(addon.length), [0, 1097, 3098, 2195, 0]);
  const object = addon.escapes();
  assert.strictEqual(object.self, object);
}

function checkCalls(addon) {
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  assert.strictEqual(addon.each(numbers, (n) => n * 2), 9900);
  const sum = (depth) => addon.each([1, 2], (n) => (depth === 0 ? n : sum(depth - 1))); // native and back, 8 deep
  assert.strictEqual(sum(8), 3 * 2 ** 8);
  assert.throws(() => addon.each([1], () => { throw new RangeError('inside'); }), /inside/);
  assert.throws(() => addon.each([1], () => addon.throws()), { code: 'ERR_OURS', name: 'RangeError' });
  const error = new Error('mine');
  assert.strictEqual(addon.tries(() => { throw error; }).caught, error);
  assert.strictEqual(addon.tries(() => addon.tries(() => 5)), 5);
  const overflow = () => addon.each([1], overflow);
  assert.throws(overflow, RangeError);
  assert.strictEqual(addon.evaluate('[1, 2].length + 1'), 3);
  assert.throws(() => addon.evaluate('throw new TypeError("x")'), TypeError);
  // Files and processes are used from within a native call, whose caller has just used them.
  assert.strictEqual(addon.each([__filename], (file) => fs.readFileSync(file).length), fs.statSync(__filename).size);
}

function checkClasses(addon) {
  const { Counter } = addon;
  const counter = new Counter(3);
  assert.strictEqual(counter.add(4), 7);
  assert.strictEqual(counter.value, 7);
  assert.ok(counter instanceof Counter);
  class Sub extends Counter { twice() { return this.value * 2; } }
  assert.strictEqual(new Sub(21).twice(), 42);
  assert.throws(() => counter.add.call({}, 1), { message: 'Illegal invocation' });
  counter.release();
  assert.throws(() => counter.value, { code: 'ERR_ADDON' });
}

function checkMemory(addon) {
  const bytes = Buffer.from([0, 1, 2]);
  const { 0: copy, 1: external, 2: doubles, 3: view } = addon.memory(bytes);
  assert.deepStrictEqual([...bytes], [255, 254, 253]);
  assert.deepStrictEqual(copy, bytes);
  assert.strictEqual(external.toString(), 'gyre');
  assert.strictEqual(doubles[0], 2.5);
  assert.strictEqual(view.byteOffset + view.byteLength, 8);
}

async function checkFinalizers(addon) {
  const until = async (isDone) => {
    for (let i = 0; i < 200 && !isDone(); i++) {
      gc();
      await new Promise(setImmediate);
    }
    assert.ok(isDone());
  };
  addon.keep({ kept: 1 });
  const before = addon.finalizers();
  (() => { for (let i = 0; i < 50; i++) addon.external(); })();
  (() => { for (let i = 0; i < 50; i++) new addon.Counter(1); })();
  (() => { for (let i = 0; i < 5; i++) addon.memory(Buffer.alloc(1)); })();
  await until(() => addon.finalizers() - before >= 100 + 500);
  assert.deepStrictEqual(addon.releaseKept(), { kept: 1 });
  // The memory of an add-on lives as long as the last ArrayBuffer that has it.
  const count = addon.finalizers();
  let moved = addon.memory(Buffer.alloc(1))[1].buffer.transfer();
  for (let i = 0; i < 5; i++) {
    gc();
    await new Promise(setImmediate);
  }
  assert.strictEqual(addon.finalizers(), count);
  assert.strictEqual(Buffer.from(moved).toString(), 'gyre');
  moved = undefined;
  await until(() => addon.finalizers() > count);
}

async function checkThreads(addon) {
  assert.deepStrictEqual(await Promise.all([1, 2, 3].map(addon.doublesLater)), [2, 4, 6]);
  await assert.rejects(addon.doublesLater(-1), (value) => value === -2);
  const before = addon.finalizers();
  const numbers = [];
  await new Promise((resolve) => {
    addon.calls((number) => {
      numbers.push(number);
      if (number === 200) resolve();
    });
  });
  assert.deepStrictEqual(numbers, Array.from({ length: 200 }, (_, i) => i + 1));
  for (let i = 0; i < 1000 && addon.finalizers() - before < 1000; i++) await new Promise(setImmediate);
  assert.ok(addon.finalizers() - before >= 1000);
}

async function checkLoop(addon) {
  const heard = await new Promise((resolve) => {
    const all = [];
    addon.handles((what, number) => {
      all.push(`${what} ${number}`);
      if (what === 'over') resolve(all);
    });
  });
  // In no order that is fixed, but of one timer: numbers of kinds are 1 async, 6 idle, 8 poll, 13 timer.
  assert.deepStrictEqual([...heard].sort(), ['async 11', 'closed 1', 'closed 13', 'closed 13', 'closed 6', 'closed 8', 'closing 1',
    'idle 5', 'over 0', 'poll 11', 'timer 1', 'timer 2', 'timer 3', 'work 0']);
  assert.deepStrictEqual(heard.filter((what) => what.startsWith('timer')), ['timer 1', 'timer 2', 'timer 3']);
  assert.strictEqual(addon.texts(), 'ENOENT: no such file or directory, ETIMEDOUT');
}

// Workers end while threads of the add-on call them, work is under way and handles are open. Node waits for such work without
// end.
async function checkTermination(file) {
  const text = `const { floods } = require(${JSON.stringify(file)});
    let calls = 0;
    floods(() => { if (++calls === 20) require('node:worker_threads').parentPort.postMessage('busy'); });`;
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: 3 }, async (_, i) => {
      const worker = new Worker(text, { eval: true });
      if (i < 2) await new Promise((resolve, reject) => { worker.on('message', resolve).on('error', reject); });
      await worker.terminate();
    }));
  }
}

async function check(file) {
  const addon = require(file);
  checkValues(addon);
  checkCalls(addon);
  checkClasses(addon);
  checkMemory(addon);
  await checkThreads(addon);
  await checkLoop(addon);
  assert.strictEqual(addon.instance(), 1);
  return addon;
}

async function checkAll(file) {
  await checkFinalizers(await check(file));
  for (let i = 0; i < 2; i++) { // one of its own for each thread
    await new Promise((resolve, reject) => {
      new Worker(__filename, { workerData: file }).on('error', reject).on('exit', resolve);
    });
  }
  const end = await run(process.execPath, ['-e', `require(${JSON.stringify(file)}).ends()`]);
  assert.strictEqual(end.stdout, 'second hook\nfirst hook\ninstance data freed\n');
  if (process.versions.gyre !== undefined) {
    await checkTermination(file);
    const crash = await run(process.execPath, ['-e', `require(${JSON.stringify(file)}).crash()`]);
    assert.match(crash.stderr, /addon\.node/); // says which one
  }
}

async function main() {
  if ((await run('gcc', ['--version'])).error !== null) {
    console.log('ok'); // nothing to compile with
    return;
  }
  const file = await compiled();
  const { stdout, stderr } = await run(process.execPath, ['--expose-gc', __filename, file]);
  process.stdout.write(stdout.replace(/instance data freed\n/g, '') + stderr);
  fs.rmSync(path.dirname(file), { recursive: true });
}

if (!isMainThread) check(workerData);
else if (process.argv[2] === undefined) main();
else checkAll(process.argv[2]).then(() => console.log('ok'));
