// What 1 to 8 nodes on this machine do, beside the model of docs/scale.md: scale.mjs [--nodes 8] [--out FOLDER]
// Bytes are those of the loopback interface; in a namespace of its own nobody else uses it:
//   unshare -n sh -c "ip link set lo up; ./gyre bench/distributed/scale.mjs"
// With --out, the figures are written to FOLDER/scale.json and the plot to FOLDER/scale.svg. With --plot FOLDER, only the plot.
//
// Tasks that wait for 50 ms show how throughput grows with nodes, because waiting needs no core; empty tasks show what one costs.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'gyre:pool';
import { clusterBytes, latencyUs, memberLoad, tasksPerSecond } from './model.mjs';
import { plot } from './plot.mjs';

const { values } = parseArgs({ options: { nodes: { type: 'string', default: '8' }, out: { type: 'string' }, plot: { type: 'string' } } });
const WORKERS = 2;
const WAIT_MS = 50;
const SIZE = 1024; // tasks that may be out

// The model beside what was measured.
function print(data) {
  for (const { n, waiting } of data.rows) {
    console.log(`${n} nodes: ${waiting.toFixed(0)} tasks/s of ${WAIT_MS} ms; the model says ${tasksPerSecond(data, n, WORKERS, WAIT_MS * 1000).toFixed(0)}`);
  }
  console.log(`one empty task: ${latencyUs(data).toFixed(0)} µs with any number of nodes`);
  for (const n of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]) {
    const perSecond = [0, 1000, 50_000, 1e6].map((us) => tasksPerSecond(data, n, WORKERS, us).toFixed(0));
    console.log(`${n} nodes: tasks/s that are empty, or take 1 ms, 50 ms, 1 s: ${perSecond.join(', ')}; membership ${(memberLoad(data, n) * 100).toFixed(1)} % of a core each, ${(clusterBytes(data, n, 0) / 1e6).toFixed(2)} MB/s in all`);
  }
}

if (values.plot !== undefined) {
  const data = JSON.parse(fs.readFileSync(path.join(values.plot, 'scale.json'), 'utf8'));
  print(data);
  fs.writeFileSync(path.join(values.plot, 'scale.svg'), plot(data));
  process.exit();
}

const children = [];
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });

function startNode(join) {
  const words = ['node', '--listen', '127.0.0.1:0', '--workers', `${WORKERS}`, ...join === undefined ? [] : ['--join', join]];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      const match = /listens at (\S+),/.exec(text += chunk);
      if (match !== null) resolve(match[1]);
    });
  });
}

function cpuUs(pid) {
  let us = 0;
  for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
    try {
      us += Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000;
    } catch { /* it has ended */ }
  }
  return us;
}

const loopbackBytes = () => Number(/lo:\s*(\d+)/.exec(fs.readFileSync('/proc/net/dev', 'utf8'))[1]);

async function many(pool, count, value) {
  const began = performance.now();
  let left = count;
  const lane = async () => { while (left-- > 0) await pool.run(value); };
  await Promise.all(Array.from({ length: SIZE }, lane));
  return count / ((performance.now() - began) / 1000);
}

const rows = [];
let first;
for (let n = 1; n <= +values.nodes; n++) {
  const address = await startNode(first);
  first ??= address;
  const pool = new Pool(async (ms) => { if (ms > 0) await new Promise((resolve) => { setTimeout(resolve, ms); }); }, { nodes: [first], size: SIZE });
  while (pool.stats().nodes?.length !== n) await sleep(20);
  await many(pool, 2000, 0);
  const perNode = [];
  await many(pool, 5 * n * WORKERS, WAIT_MS); // so that the program knows how long they take
  const waiting = await many(pool, 40 * n * WORKERS, WAIT_MS);
  await many(pool, 20_000, 0); // warm
  const before = { program: cpuUs(process.pid), nodes: children.map(({ pid }) => cpuUs(pid)), bytes: loopbackBytes() };
  const COUNT = 20_000;
  const empty = await many(pool, COUNT, 0);
  const after = { program: cpuUs(process.pid), nodes: children.map(({ pid }) => cpuUs(pid)), bytes: loopbackBytes() };
  const times = [];
  const single = { program: cpuUs(process.pid), nodes: children.map(({ pid }) => cpuUs(pid)) };
  for (let i = 0; i < 1000; i++) {
    const began = performance.now();
    await pool.run(0);
    times.push((performance.now() - began) * 1000);
  }
  const singleProgramUs = (cpuUs(process.pid) - single.program) / 1000;
  const singleNodeUs = children.reduce((sum, { pid }, i) => sum + cpuUs(pid) - single.nodes[i], 0) / 1000;
  times.sort((a, b) => a - b);
  // What membership costs: nothing is asked for.
  const quiet = { us: children.map(({ pid }) => cpuUs(pid)), bytes: loopbackBytes(), at: performance.now() };
  await sleep(5000);
  const seconds = (performance.now() - quiet.at) / 1000;
  const idleUs = children.reduce((sum, { pid }, i) => sum + cpuUs(pid) - quiet.us[i], 0) / n / seconds;
  after.nodes.forEach((us, i) => perNode.push(us - before.nodes[i]));
  const row = {
    n, waiting, empty, medianUs: times[500],
    programUs: (after.program - before.program) / COUNT,
    nodeUs: perNode.reduce((sum, us) => sum + us, 0) / COUNT,
    singleProgramUs, singleNodeUs,
    bytes: (after.bytes - before.bytes) / COUNT,
    idleUs, idleBytes: (loopbackBytes() - quiet.bytes) / seconds,
  };
  rows.push(row);
  console.log(Object.entries(row).map(([name, value]) => `${name} ${Number(value.toFixed(1))}`).join('  '));
  await pool.close();
}

const data = { workers: WORKERS, waitMs: WAIT_MS, size: SIZE, rows };
print(data);
if (values.out !== undefined) {
  fs.writeFileSync(path.join(values.out, 'scale.json'), `${JSON.stringify(data, undefined, 1)}\n`);
  fs.writeFileSync(path.join(values.out, 'scale.svg'), plot(data));
}
process.exit();
