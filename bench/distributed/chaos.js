'use strict';

// A pool on nodes in network namespaces, whose processes are killed, whose links are taken down, slowed or made to lose packets,
// and two of whose clocks are wrong. At the end every task must have one outcome, and the sums must agree.
//
//   chaos.js [--tasks N] [--nodes N] [--kill-every MS] [--parts kills,code,partitions,cuts,links,loss]      (as root)
//   chaos.js --plain …                                     without namespaces: the nodes are processes on loopback, and kills are all
//
// A node is killed every so many ms, and started again at once; the kill waits while fewer than two nodes are up. The program is in
// the namespace it was started in, with an address of the bridge. A link is slowed by a token bucket (tc tbf), whose short queue
// drops what does not fit. Packets are lost at random by a rule of nftables, where there is nft. The last node's monotonic clock is a
// day ahead (unshare --time), and the wall clock of the one before it an hour (libfaketime, where it is installed). Where the
// program's code is, the first node has files of the same names with other contents.

const assert = require('node:assert');
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { Pool } = require('gyre:pool');

const PORT = 7400;
const DAY_S = 86_400;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const LOST_OF_100 = 3; // packets, each way
const ip = (...words) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'] });

// Why namespaces can't be made here; undefined if they can.
function obstacle() {
  if (process.getuid() !== 0) return 'only root may make network namespaces';
  const name = `gyre-try-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('link', 'add', `gt${process.pid}`, 'type', 'bridge');
    return undefined;
  } catch (error) {
    return `network namespaces can't be made here: ${`${error.stderr ?? error.message}`.trim()}`;
  } finally {
    for (const words of [['link', 'del', `gt${process.pid}`], ['netns', 'del', name]]) {
      try { ip(...words); } catch { /* it was not made */ }
    }
  }
}

// What a run that was killed has left behind.
function removeRemains() {
  const isOver = (pid) => pid !== undefined && !fs.existsSync(`/proc/${pid}`);
  for (const [name, pid] of `${ip('netns', 'list')}`.matchAll(/^gyre-(\d+)-\d+/gm)) if (isOver(pid)) ip('netns', 'del', name);
  for (const [, name, pid] of `${ip('-o', 'link', 'show', 'type', 'bridge')}`.matchAll(/^\d+: (gb(\d+)):/gm)) if (isOver(pid)) ip('link', 'del', name);
}

// A bridge with so many namespaces, each with an address.
class Network {
  #bridge = `gb${process.pid}`;
  #subnet = `10.${200 + (process.pid >> 8) % 50}.${process.pid & 255}`;
  #places = [];

  constructor(count) {
    removeRemains();
    process.on('exit', () => this.remove());
    ip('link', 'add', this.#bridge, 'type', 'bridge');
    ip('addr', 'add', `${this.#subnet}.1/24`, 'dev', this.#bridge);
    ip('link', 'set', this.#bridge, 'up');
    for (let i = 0; i < count; i++) this.#add(i);
  }

  #add(i) {
    const place = { namespace: `gyre-${process.pid}-${i}`, link: `gv${process.pid}-${i}`, address: `${this.#subnet}.${i + 2}` };
    this.#places.push(place);
    ip('netns', 'add', place.namespace);
    ip('link', 'add', place.link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', place.namespace);
    ip('link', 'set', place.link, 'master', this.#bridge, 'up');
    const inside = (...words) => ip('-n', place.namespace, ...words);
    inside('addr', 'add', `${place.address}/24`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
    inside('link', 'set', 'lo', 'up');
  }

  get places() { return this.#places; }

  cut({ link }) { ip('link', 'set', link, 'nomaster'); }
  mend({ link }) { ip('link', 'set', link, 'master', this.#bridge); }

  // Both ways: so many bits a second, and a queue that is soon full.
  slow({ link, namespace }, rate) {
    const words = ['root', 'tbf', 'rate', rate, 'burst', '8kb', 'latency', '20ms'];
    execFileSync('tc', ['qdisc', 'add', 'dev', link, ...words]);
    execFileSync('ip', ['netns', 'exec', namespace, 'tc', 'qdisc', 'add', 'dev', 'eth0', ...words]);
  }

  // Both ways, some packets of a hundred are dropped, whichever they are.
  lose({ namespace }) {
    const hooks = ['input', 'output'].map((hook) =>
      `chain ${hook} { type filter hook ${hook} priority 0; meta l4proto tcp numgen random mod 100 < ${LOST_OF_100} drop; };`);
    execFileSync('ip', ['netns', 'exec', namespace, 'nft', `table inet loss { ${hooks.join(' ')} }`]);
  }

  loseNoMore({ namespace }) {
    execFileSync('ip', ['netns', 'exec', namespace, 'nft', 'delete table inet loss']);
  }

  hurry({ link, namespace }) {
    execFileSync('tc', ['qdisc', 'del', 'dev', link, 'root']);
    execFileSync('ip', ['netns', 'exec', namespace, 'tc', 'qdisc', 'del', 'dev', 'eth0', 'root']);
  }

  remove() {
    for (const { namespace, link } of this.#places) {
      for (const words of [['link', 'del', link], ['netns', 'del', namespace]]) {
        try { ip(...words); } catch { /* gone already */ }
      }
    }
    this.#places = [];
    try { ip('link', 'del', this.#bridge); } catch { /* gone already */ }
  }
}

// Without namespaces: each node listens at an address of the loopback's own.
class Loopback {
  places;

  constructor(count) {
    this.places = Array.from({ length: count }, (_, i) => ({ address: `127.${100 + (process.pid >> 8) % 100}.${process.pid & 255}.${i + 2}` }));
  }
}

class Cluster {
  network;
  tls;
  app; // a folder with code, which the first node has otherwise
  ready = new Set(); // places whose nodes listen
  #otherApp;
  #processes = new Map(); // place -> child

  constructor(count, folder, isPlain) {
    this.network = isPlain ? new Loopback(count) : new Network(count);
    this.tls = path.join(folder, 'certificates');
    this.app = path.join(folder, 'app');
    this.#otherApp = path.join(folder, 'other');
    for (const [place, factor] of [[this.app, 3], [this.#otherApp, 4]]) {
      fs.mkdirSync(place);
      fs.writeFileSync(path.join(place, 'factor.js'), `module.exports = ${factor};`);
      fs.writeFileSync(path.join(place, 'task.js'), appWork);
    }
    execFileSync(process.execPath, ['node', '--init-ca', this.tls]);
    process.on('exit', () => { for (const child of this.#processes.values()) child.kill('SIGKILL'); });
  }

  get addresses() { return this.network.places.map(({ address }) => `${address}:${PORT}`); }

  // Resolves when the node of a place listens.
  start(place) {
    const { places } = this.network;
    const others = places.filter((other) => other !== place).map(({ address }) => `${address}:${PORT}`);
    const words = place.namespace === undefined ? [] : ['ip', 'netns', 'exec', place.namespace];
    if (place.namespace !== undefined && place === places[0]) {
      words.push('sh', '-c', 'mount --bind "$0" "$1" && shift && exec "$@"', this.#otherApp, this.app);
    }
    const env = { ...process.env };
    if (place.namespace !== undefined && places.length > 1 && place === places.at(-1)) {
      words.push('unshare', '--time', '--monotonic', `${DAY_S}`, '--fork', '--kill-child');
    } else if (place === places.at(-2) && fs.existsSync(FAKETIME)) {
      // Without the last one its stand-in for pthread_cond_timedwait returns at once, and the JVM's threads never rest.
      Object.assign(env, { LD_PRELOAD: FAKETIME, FAKETIME: '+1h', FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_FORCE_MONOTONIC_FIX: '0' });
    }
    words.push(process.execPath, 'node', '--listen', `${place.address}:${PORT}`, '--workers', '2', '--tls', this.tls, '--join', others.join());
    const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'], env });
    this.#processes.set(place, child);
    return new Promise((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        if (!`${chunk}`.includes('listens at')) return;
        this.ready.add(place);
        resolve();
      });
      child.once('exit', (code, signal) => reject(new Error(`the node at ${place.address} ended: ${code ?? signal}`)));
    });
  }

  // As a machine that loses its power; another one is there when the promise is settled.
  async replace(place) {
    const child = this.#processes.get(place);
    const isOver = new Promise((resolve) => { child.once('exit', resolve); });
    this.ready.delete(place);
    child.kill('SIGKILL');
    await isOver;
    await this.start(place);
  }

  startAll() { return Promise.all(this.network.places.map((place) => this.start(place))); }
}

// What a node runs. A task that must not run twice leaves its number in a file.
const work = async ({ n, kind, log }) => {
  if (kind === 'once') require('node:fs').appendFileSync(log, `${n}\n`);
  if (n % 4 === 0) await new Promise((resolve) => { setTimeout(resolve, 4); });
  if (kind === 'fails') throw new RangeError(`no ${n}`);
  return n * 3;
};

const kindOf = (n) => (n % 50 === 7 ? 'fails' : n % 50 === 17 ? 'once' : n % 50 === 27 ? 'aborted' : 'plain');

// A file that a node finds by its name is its own; one that belongs to the code is the program's.
const appWork = `
  const factor = require('./factor.js');
  module.exports = ({ n, file }) => ({ value: n * factor, own: require('node:fs').readFileSync(file, 'utf8') });`;

// The program's code runs on the node that has other files; so does the next code of the same name.
async function runOtherCode(cluster, tasks) {
  const [place] = cluster.network.places;
  const file = path.join(cluster.app, 'factor.js');
  for (const factor of [3, 5]) {
    fs.writeFileSync(file, `module.exports = ${factor};`);
    const pool = new Pool(path.join(cluster.app, 'task.js'), { nodes: cluster.addresses, tls: cluster.tls });
    const completed = () => pool.stats().nodes.find(({ address }) => address === `${place.address}:${PORT}`)?.completed ?? 0;
    const own = new Set();
    let n = 0;
    const one = async (i) => {
      const result = await pool.run({ n: i, file });
      assert.strictEqual(result.value, i * factor);
      own.add(result.own);
    };
    const began = Date.now();
    do {
      await Promise.all(Array.from({ length: 100 }, () => one(n++)));
      assert.ok(Date.now() - began < 60_000, 'the node with other files does some of the tasks');
    } while (n < tasks || completed() === 0);
    assert.deepStrictEqual([...own].sort(), [`module.exports = ${factor};`, 'module.exports = 4;'].sort());
    const { submitted, failed, cancelled, ...sums } = pool.stats();
    assert.deepStrictEqual([submitted, sums.completed, failed, cancelled], [n, n, 0, 0]);
    await pool.close();
  }
}

// Submits the tasks, so that some hundreds are always out, and counts what became of them.
class Load {
  outcomes = new Map(); // n -> name
  #pool;
  #log;
  #isOver = false;

  constructor(pool, log) {
    this.#pool = pool;
    this.#log = log;
  }

  #settled(n, outcome) {
    assert.ok(!this.outcomes.has(n), `task ${n} has two outcomes`);
    this.outcomes.set(n, outcome);
  }

  async #one(n) {
    const kind = kindOf(n);
    const controller = kind === 'aborted' ? new AbortController() : undefined;
    if (controller !== undefined) setTimeout(() => controller.abort(), n % 20);
    try {
      const value = await this.#pool.run({ n, kind, log: this.#log }, { signal: controller?.signal, retry: kind === 'once' ? false : undefined });
      assert.strictEqual(value, n * 3);
      this.#settled(n, 'completed');
    } catch (error) {
      if (error.name === 'AbortError') this.#settled(n, 'cancelled');
      else if (error.code === 'ERR_GYRE_NODE_LOST') this.#settled(n, 'lost');
      else if (error.message === `no ${n}`) this.#settled(n, 'failed');
      else throw error;
    }
  }

  async run(count, from = 0) {
    let next = from;
    const lane = async () => { while (next < from + count && !this.#isOver) await this.#one(next++); };
    await Promise.all(Array.from({ length: 300 }, lane));
  }

  // While `during` goes on.
  async runWhile(during, from) {
    const load = this.run(1e9, from);
    try {
      await during();
    } finally {
      this.#isOver = true;
      await load;
      this.#isOver = false;
    }
  }

  check() {
    const { submitted, completed, failed, cancelled, waiting, running } = this.#pool.stats();
    const sums = { completed: 0, failed: 0, cancelled: 0, lost: 0 };
    for (const [n, outcome] of this.outcomes) {
      sums[outcome]++;
      if (outcome === 'lost') assert.strictEqual(kindOf(n), 'once', `task ${n} was given up`);
    }
    assert.deepStrictEqual({ submitted, completed, failed, cancelled, waiting, running },
      { submitted: this.outcomes.size, completed: sums.completed, failed: sums.failed + sums.lost, cancelled: sums.cancelled, waiting: 0, running: 0 });
    const ran = fs.existsSync(this.#log) ? fs.readFileSync(this.#log, 'utf8').trim().split('\n') : [];
    assert.strictEqual(new Set(ran).size, ran.length, 'a task with retry: false ran twice');
    return sums;
  }
}

async function until(condition, what, limitMs = 60_000) {
  const began = Date.now();
  while (!condition()) {
    assert.ok(Date.now() - began < limitMs, `${what} did not come true in ${limitMs} ms`);
    await sleep(20);
  }
  return Date.now() - began;
}

// Kills the node that has been up for the longest, time and again. Returns a function that ends it, and tells how it went.
function killOften(cluster, everyMs) {
  const figures = { kills: 0, late: 0, startMs: [] };
  const starts = new Set();
  const kill = () => {
    const { ready } = cluster;
    if (ready.size < 2) {
      figures.late++;
      return;
    }
    figures.kills++;
    const began = Date.now();
    const start = cluster.replace(ready.values().next().value).then(() => {
      figures.startMs.push(Date.now() - began);
      starts.delete(start);
    });
    starts.add(start);
  };
  kill(); // so that there is one, however soon the tasks are done
  const timer = setInterval(kill, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(starts);
    figures.startMs = figures.startMs.sort((a, b) => a - b)[figures.startMs.length >> 1];
    return figures;
  };
}

const hasCommand = (name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

async function chaos({ tasks, nodes, killEveryMs, parts, isPlain, say }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-chaos-'));
  fs.chmodSync(folder, 0o755);
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const cluster = new Cluster(nodes, folder, isPlain);
  const { network } = cluster;
  await cluster.startAll();
  const pool = new Pool(work, { nodes: cluster.addresses, tls: cluster.tls, retry: 1000 });
  const isThere = ({ address }) => pool.stats().nodes.some((node) => node.address === `${address}:${PORT}`);
  const allAreThere = () => network.places.every(isThere);
  const doneBy = ({ address }) => pool.stats().nodes.find((node) => node.address === `${address}:${PORT}`)?.completed ?? 0;
  await until(allAreThere, 'all nodes are seen');
  const load = new Load(pool, path.join(folder, 'once'));
  let from = 0;
  const report = (name) => {
    say(`${name}: ${JSON.stringify(load.check())}`);
    from = Math.max(-1, ...load.outcomes.keys()) + 1;
  };

  if (parts.includes('kills')) {
    const end = killOften(cluster, killEveryMs);
    const began = Date.now();
    await load.run(tasks, from);
    const tookMs = Date.now() - began;
    const { kills, late, startMs } = await end();
    report(`${tasks} tasks in ${(tookMs / 1000).toFixed(1)} s, ${kills} kills (one each ${(tookMs / kills / 1000).toFixed(1)} s; ` +
      `${late} times it had to wait), a node was back after ${startMs} ms`);
    await until(allAreThere, 'all nodes are seen again');
  }
  if (parts.includes('code')) {
    await runOtherCode(cluster, Math.min(tasks, 1000));
    say('a node with other files of the same names ran the code of the program, and its next code');
  }
  if (parts.includes('partitions')) {
    await load.runWhile(async () => {
      const cut = network.places.slice(0, Math.floor(nodes / 2));
      cut.forEach((place) => network.cut(place));
      const lostMs = await until(() => !cut.some(isThere), 'the nodes that were cut off are given up');
      cut.forEach((place) => network.mend(place));
      const backMs = await until(() => cut.every((place) => isThere(place) && doneBy(place) > 0), 'they work again');
      say(`${cut.length} of ${nodes} nodes cut off: given up after ${lostMs} ms, at work again ${backMs} ms after the cut was mended`);
    }, from);
    report('partition');
  }
  if (parts.includes('cuts')) {
    // Shorter than the silence that makes a node lost: nothing may happen but a delay.
    await load.runWhile(async () => {
      network.cut(network.places[0]);
      await sleep(1500);
      network.mend(network.places[0]);
      const before = doneBy(network.places[0]);
      await until(() => doneBy(network.places[0]) > before, 'it works on');
    }, from);
    report('short cut');
  }
  if (parts.includes('links')) {
    await load.runWhile(async () => {
      network.slow(network.places[0], '400kbit');
      await sleep(6000);
      network.hurry(network.places[0]);
      await until(allAreThere, 'all nodes are seen');
    }, from);
    report('a slow link that drops packets');
  }
  if (parts.includes('loss') && !hasCommand('nft')) {
    say('skipped: packets that are lost at random need nft');
  } else if (parts.includes('loss')) {
    await load.runWhile(async () => {
      const lossy = network.places.slice(0, 2);
      lossy.forEach((place) => network.lose(place));
      const before = doneBy(lossy[0]);
      await sleep(8000);
      say(`${LOST_OF_100} % of the packets of 2 nodes lost each way: one did ${doneBy(lossy[0]) - before} tasks in 8 s`);
      lossy.forEach((place) => network.loseNoMore(place));
      await until(allAreThere, 'all nodes are seen');
    }, from);
    report('links that lose packets');
  }
  await pool.close();
}

async function main() {
  const { values } = parseArgs({ options: {
    'tasks': { type: 'string', default: '100000' }, 'nodes': { type: 'string', default: '4' }, 'kill-every': { type: 'string', default: '2000' },
    'parts': { type: 'string' }, 'plain': { type: 'boolean', default: false },
  } });
  const why = values.plain ? undefined : obstacle();
  if (why !== undefined) {
    console.log(`skipped: ${why}`);
    return;
  }
  await chaos({
    tasks: +values.tasks, nodes: +values.nodes, killEveryMs: +values['kill-every'], isPlain: values.plain,
    parts: values.plain ? ['kills'] : (values.parts ?? 'kills,code,partitions,cuts,links,loss').split(','),
    say: (text) => console.log(text),
  });
  process.exit();
}

if (require.main === module) main();

module.exports = { chaos, obstacle };
