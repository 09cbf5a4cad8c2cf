'use strict';
// gyre:pool on nodes, which are processes of their own: what a task can be and bring back, whose code runs, what becomes of
// tasks when nodes are killed, join and leave. The sums agree at the end of each part.

const assert = require('node:assert');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const tls = require('node:tls');
const { pathToFileURL } = require('node:url');
const { Pool } = require('gyre:pool');
const { command: run, scratch, startNode, until } = require('./support.js');

const folder = scratch();
const file = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

const open = (target, list, options) => new Pool(target, { nodes: list.map((node) => node.address), ...options });
const codeOf = (promise) => promise.then(() => 'no error', (error) => error.code);

function checkSums(pool, expected) {
  const { submitted, completed, failed, cancelled, waiting, running } = pool.stats();
  assert.deepStrictEqual({ submitted, completed, failed, cancelled, waiting, running }, { waiting: 0, running: 0, ...expected });
}

async function values(node) {
  file('lib/node_modules/dep/package.json', '{ "name": "dep", "exports": "./main.js" }');
  file('lib/node_modules/dep/main.js', 'exports.plus = (n) => n + require("./one.json");');
  file('lib/node_modules/dep/one.json', '1');
  const cjs = file('lib/work.js', `
    const { plus } = require('dep');
    module.exports = (value) => {
      if (value === 'fail') throw Object.assign(new RangeError('not this one'), { code: 'EFAIL' });
      if (value === 'exit') process.exit(3);
      if (value === 'spin') while (true);
      return typeof value === 'number' ? plus(value) : value;
    };`);
  const esm = file('lib/work.mjs', "import dep from 'dep';\nexport default async (n) => dep.plus(n);");
  for (const target of [cjs, pathToFileURL(esm), (n) => n + 1, new URL('data:text/javascript,export default (n) => n + 1')]) {
    await using pool = open(target, [node]);
    assert.strictEqual(await pool.run(41), 42, `${target}`);
  }
  const pool = open(cjs, [node]);
  const value = { map: new Map([[1, new Date(0)]]), big: 7n, bytes: new Uint8Array([1, 2]), text: 'é'.repeat(100_000), none: undefined };
  value.self = value;
  assert.deepStrictEqual(await pool.run(value), value);
  const memory = new ArrayBuffer(1 << 20);
  assert.strictEqual((await pool.run(memory, { transferList: [memory] })).byteLength, 1 << 20);
  assert.strictEqual(memory.byteLength, 0);
  for (const wrong of [() => {}, new MessageChannel().port1]) {
    await assert.rejects(pool.run(wrong), { name: 'DataCloneError' });
  }
  await assert.rejects(pool.run('fail'), (error) => error instanceof RangeError && error.code === 'EFAIL' &&
    error.message === 'not this one' && error.stack.includes(`(${cjs}:4:`)); // where it is here, not where the node has it
  await assert.rejects(pool.run('exit'), { code: 'ERR_GYRE_POOL_WORKER_DIED', message: /exit code 3/ });
  await assert.rejects(pool.run('spin', { signal: AbortSignal.timeout(50) }), { name: 'AbortError' });
  assert.strictEqual(await pool.run(1), 2);
  await using none = open(file('none.js', 'exports.a = 1;'), [node]); // beside the other, which is idle
  await assert.rejects(none.run(1), { code: 'ERR_GYRE_POOL_START_FAILED' });
  const [figures] = pool.stats().nodes;
  assert.strictEqual(figures.address, node.address);
  assert.ok(figures.runTime.count >= 4 && figures.queueWait.count >= 4);
  checkSums(pool, { submitted: 8, completed: 3, failed: 4, cancelled: 1 });
  await pool.close();
}

// The node has the old file, and must not run it for the new one.
async function otherCode(node) {
  for (const answer of ['old', 'new']) {
    file('part.js', `module.exports = '${answer}';`);
    await using pool = open(file('changing.js', "module.exports = () => require('./part.js');"), [node]);
    assert.strictEqual(await pool.run(), answer);
  }
}

async function order(node) {
  const pool = open((n) => {
    const end = Date.now() + 30;
    while (Date.now() < end);
    return n;
  }, [node], { size: 1 });
  const done = [];
  const aborted = new AbortController();
  const tasks = [0, 0, 5, -1, 9].map((priority, n) => pool.run(n, { priority, signal: n === 4 ? aborted.signal : undefined })
    .then((value) => done.push(value), (error) => done.push(error.name)));
  aborted.abort();
  await Promise.all(tasks);
  assert.deepStrictEqual(done, ['AbortError', 2, 0, 1, 3]);
  checkSums(pool, { submitted: 5, completed: 4, failed: 0, cancelled: 1 });
  await pool.close();
}

// Two nodes and the program have one channel; without the option they have one each.
async function channels(node) {
  const other = await startNode({ join: [node] });
  const target = (text) => new Promise((resolve) => {
    const channel = globalThis.kept ??= new BroadcastChannel('news');
    if (text !== undefined) channel.postMessage(text);
    channel.onmessage = ({ data }) => {
      if (data !== 'go') return;
      channel.postMessage(`${process.pid} heard it`);
      resolve(process.pid);
    };
  });
  await using pool = open(target, [node, other], { channels: ['news'] });
  await until(() => pool.stats().nodes.length === 2, 'both nodes are seen');
  const heard = new Set();
  const news = new BroadcastChannel('news');
  news.onmessage = ({ data }) => heard.add(data);
  const tasks = Array.from({ length: 3 }, () => pool.run('here'));
  const timer = setInterval(() => news.postMessage('go'), 20); // the workers may not listen yet
  const pids = new Set(await Promise.all(tasks));
  clearInterval(timer);
  assert.strictEqual(pids.size, 2);
  await until(() => heard.has('here') && [...pids].every((pid) => heard.has(`${pid} heard it`)), 'the program hears both nodes');
  news.close();
  other.child.kill('SIGKILL');
}

const slow = async ({ n, ms }) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return [n, process.pid];
};

// Runs tasks until a node has done one; returns how many milliseconds that took.
async function workOf(pool, { child: { pid } }) {
  const began = performance.now();
  for (let isFound = false; !isFound;) {
    assert.ok(performance.now() - began < 20_000, 'a node that joined gets work');
    const pids = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => pool.run({ n, ms: 1 })));
    isFound = pids.some(([, by]) => by === pid);
  }
  return performance.now() - began;
}

// The others still have a member at the address of the one that comes back, and look for it.
async function comingBack() {
  const places = [2, 3, 4].map((last) => ({ address: `127.${100 + (process.pid >> 8) % 100}.${process.pid & 255}.${last}:7400` }));
  const start = (place) => startNode({ listen: place.address, join: places.filter((other) => other !== place) });
  const running = await Promise.all(places.map(start));
  await using pool = open(slow, places);
  await until(() => pool.stats().nodes.length === 3, 'all nodes are seen');
  const times = [];
  for (let i = 0; i < 7; i++) {
    const { child } = running[i % 3];
    child.kill('SIGKILL');
    await once(child, 'exit');
    running[i % 3] = await start(places[i % 3]);
    times.push(await workOf(pool, running[i % 3]));
  }
  times.sort((a, b) => a - b);
  assert.ok(times[3] < 1000, `a node that comes back gets work after ${times.map(Math.round).join(', ')} ms`);
  for (const { child } of running) child.kill('SIGKILL');
}

async function killsAndJoins(first) {
  const second = await startNode({ workers: 2, join: [first] });
  const pool = open(slow, [first, second]);
  await until(() => pool.stats().nodes.length === 2, 'both nodes are seen');
  const lost = codeOf(pool.run({ n: 0, ms: 600_000 }, { retry: false, priority: 1 })); // which node gets it is not said
  const moved = [];
  for (let n = 1; n <= 40; n++) moved.push(pool.run({ n, ms: 20 }));
  await until(() => pool.stats().nodes.every(({ running }) => running > 0), 'both nodes run something');
  second.child.kill('SIGKILL');
  assert.deepStrictEqual((await Promise.all(moved)).map(([n]) => n), Array.from({ length: 40 }, (_, i) => i + 1));
  const third = await startNode({ workers: 2, join: [first] });
  await workOf(pool, third);
  assert.doesNotMatch(third.output, /nobody answers/); // it found the first one
  // Whoever has the long task is killed.
  for (const { child } of [first, third]) child.kill('SIGKILL');
  assert.strictEqual(await lost, 'ERR_GYRE_NODE_LOST');
  const late = codeOf(pool.run({ n: 7, ms: 1 })); // waits for a node
  await until(() => pool.stats().nodes.length === 0, 'all are gone');
  await pool.destroy();
  assert.strictEqual(await late, 'ERR_GYRE_POOL_CLOSED');
  const { submitted, completed, failed, cancelled } = pool.stats();
  assert.strictEqual(submitted, completed + failed + cancelled);
  assert.strictEqual(failed, 1);
}

async function leaving() {
  const stays = await startNode();
  const leaves = await startNode({ join: [stays] });
  const pool = open(slow, [stays]);
  await until(() => pool.stats().nodes.length === 2, 'both nodes are seen');
  const tasks = [1, 2, 3, 4, 5, 6].map((n) => pool.run({ n, ms: 300 }, { retry: false }));
  await until(() => pool.stats().nodes.every(({ running }) => running > 0), 'both nodes run something');
  leaves.child.stdout.destroy(); // a node that nobody listens to drains, too
  leaves.child.kill('SIGTERM');
  const [code] = await once(leaves.child, 'exit');
  assert.strictEqual(code, 0);
  assert.strictEqual((await Promise.all(tasks)).length, 6); // none was lost, and none ran again
  checkSums(pool, { submitted: 6, completed: 6, failed: 0, cancelled: 0 });
  await pool.close();
  return stays;
}

// Who sends anything else, or nothing, keeps nobody out.
async function hostileBytes(node) {
  const [host, port] = node.address.split(':');
  const sockets = [];
  const texts = ['', 'GET / HTTP/1.1\r\n\r\n', Buffer.alloc(1 << 16, 0xff), Buffer.from('bela\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff'),
    Buffer.concat([Buffer.from('bela'), Buffer.alloc(5000, 7)])];
  for (let i = 0; i < 100; i++) {
    const socket = net.connect(port, host).on('error', () => {});
    sockets.push(socket);
    if (texts[i % 5].length > 0) socket.write(texts[i % 5]);
  }
  await using pool = open((n) => n * 2, [node]);
  assert.strictEqual(await pool.run(21), 42);
  assert.strictEqual(node.child.exitCode, null);
  for (const socket of sockets) socket.destroy();
}

// What a node calls its address is what leads to it.
async function addresses() {
  if (!Object.values(os.networkInterfaces()).flat().some(({ address }) => address === '::1')) return;
  const node = await startNode({ listen: '[::1]:0' });
  assert.match(node.address, /^\[::1\]:\d+$/);
  await using pool = open((n) => n * 2, [node]);
  assert.strictEqual(await pool.run(21), 42);
  assert.strictEqual(pool.stats().nodes[0].address, node.address);
  node.child.kill('SIGKILL');
}

async function security() {
  const open_ = await run(['node', '--listen', '192.0.2.1:0']);
  assert.strictEqual(open_.code, 1);
  assert.match(open_.output, /192\.0\.2\.1 can be reached from other machines, and needs certificates.*gyre node --init-ca FOLDER/);
  const own = path.join(folder, 'own');
  const other = path.join(folder, 'other');
  for (const name of [own, other]) assert.strictEqual((await run(['node', '--init-ca', name])).code, 0);
  assert.strictEqual(fs.statSync(path.join(own, 'key.pem')).mode & 0o077, 0);
  assert.match((await run(['node', '--init-ca', own])).output, /is there already/);
  const node = await startNode({ tls: own });
  await using pool = open((n) => n * 2, [node], { tls: own });
  assert.strictEqual(await pool.run(21), 42);
  const [host, port] = node.address.split(':');
  const read = (name) => fs.readFileSync(path.join(other, name));
  // The handshake of TLS 1.3 is over for the client before the server has looked at its certificate: the refusal comes after it.
  for (const [name, options] of [['no certificate', {}], ["another authority's", { cert: read('cert.pem'), key: read('key.pem') }]]) {
    const socket = tls.connect({ host, port, rejectUnauthorized: false, ...options });
    const ends = new Promise((resolve) => { socket.on('error', resolve).on('close', resolve); });
    socket.on('secureConnect', () => socket.write('bela'));
    socket.resume();
    assert.match(`${(await ends).code}`, /ERR_SSL|ECONNRESET|EPIPE|undefined/, name);
  }
  const status = await run(['node', '--status', '--join', node.address, '--tls', own]);
  assert.match(status.output, /NAME .*\n(.*\n)*.*\bnode\b/);
  const plain = await run(['node', '--status', '--join', node.address]);
  assert.strictEqual(plain.code, 1);
  assert.match(plain.output, /no node answers at 127.*\n.*can't be joined: it wants certificates, and none are given; give --tls FOLDER/);
}

(async () => {
  const [first] = await Promise.all([startNode({ workers: 2 }), Promise.resolve(security).then((check) => check())]);
  await values(first);
  await addresses();
  await otherCode(first);
  await order(first);
  await channels(first);
  await killsAndJoins(first);
  await hostileBytes(await leaving());
  await comingBack();
  console.log('ok');
  process.exit();
})();
