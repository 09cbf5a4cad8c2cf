// Measures the versions of this folder under node and gyre, one after the other, and prints the table of README.md:
//
//   ./measure GYRE NODE [SECONDS [ROUNDS]]
//
// Each server is a process of its own. The load (load.js: autocannon, and light requests beside it) always runs on NODE. With
// several rounds all versions are measured in turn, and the table has the medians. The last part limits the pools to one core,
// two and so on (taskset), to show what another core brings.
const { execFile, spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const [gyre, node, seconds = '10', rounds = '1'] = process.argv.slice(2);
const COMMANDS = { gyre, node };

// name in the table, runtime, script
const VERSIONS = [
  ['inline', 'node', 'inline.js'],
  ['inline', 'gyre', 'inline.js'],
  ['worker per request', 'node', 'worker-per-request.js'],
  ['worker per request', 'gyre', 'worker-per-request.js'],
  ['piscina', 'node', 'piscina.js'],
  ['gyre:pool', 'gyre', 'pool.js'],
];

// The version of a package, undefined where it is not installed. Not every package lets its package.json be required.
function versionOf(name) {
  const file = module.paths.map((folder) => path.join(folder, name, 'package.json')).find(fs.existsSync);
  return file && JSON.parse(fs.readFileSync(file, 'utf8')).version;
}

// The address comes on the first line of the server's output. Resolves with [process, port].
function started(command, script, cores) {
  const line = [command, path.join(__dirname, script), '0'];
  if (cores !== undefined) line.unshift('taskset', '-c', `0-${cores - 1}`);
  const server = spawn(line[0], line.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    server.on('error', reject).on('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    server.stdout.setEncoding('utf8').once('data', (text) => resolve([server, /:(\d+)/.exec(text.replace('http:', ''))[1]]));
  });
}

const loaded = (port) => new Promise((resolve, reject) => {
  execFile(node, [path.join(__dirname, 'load.js'), port, seconds], (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))));
});

async function measured(runtime, script, cores) {
  const [server, port] = await started(COMMANDS[runtime], script, cores);
  try {
    return await loaded(port);
  } finally {
    server.removeAllListeners('exit').kill();
    await new Promise((resolve) => (server.exitCode ?? server.signalCode) !== null ? resolve() : server.on('exit', resolve));
  }
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const medians = (runs) => Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]));
const ms = (value) => `${Math.round(value).toLocaleString('en')} ms`;

// The runs of each of the cases, all of them in turn.
async function inTurn(cases) {
  const runs = cases.map(() => []);
  for (let round = 0; round < Number(rounds); round++) {
    for (const [i, args] of cases.entries()) runs[i].push(await measured(...args));
  }
  return runs.map(medians);
}

async function versions() {
  const cases = VERSIONS.filter(([name]) => name !== 'piscina' || versionOf('piscina'));
  const results = await inTurn(cases.map(([, runtime, script]) => [runtime, script]));
  console.log('| version | runtime | sums per second | light: half within | 99 % within | longest |\n|---|---|--:|--:|--:|--:|');
  for (const [i, [name, runtime]] of cases.entries()) {
    const { sumsPerSecond, halfMs, p99Ms, maxMs } = results[i];
    console.log(`| ${name} | ${runtime} | ${sumsPerSecond.toFixed(1)} | ${ms(halfMs)} | ${ms(p99Ms)} | ${ms(maxMs)} |`);
  }
}

async function cores() {
  const numbers = [];
  for (let n = 1; n < os.availableParallelism(); n *= 2) numbers.push(n);
  numbers.push(os.availableParallelism());
  const kinds = VERSIONS.slice(-2).filter(([name]) => name !== 'piscina' || versionOf('piscina'));
  const results = await inTurn(kinds.flatMap(([, runtime, script]) => numbers.map((n) => [runtime, script, n])));
  console.log(`\n| sums per second | ${numbers.map((n) => (n === 1 ? '1 core' : `${n} cores`)).join(' | ')} |\n|---|${'--:|'.repeat(numbers.length)}`);
  for (const [i, [name, runtime]] of kinds.entries()) {
    const row = results.slice(i * numbers.length, (i + 1) * numbers.length);
    console.log(`| ${name}, ${runtime} | ${row.map(({ sumsPerSecond }) => sumsPerSecond.toFixed(1)).join(' | ')} |`);
  }
}

(async () => {
  if (!versionOf('autocannon')) throw new Error('autocannon is missing: npm install autocannon piscina');
  const load = os.loadavg()[0].toFixed(1);
  console.log(`node ${process.version}, piscina ${versionOf('piscina') ?? 'missing'}, autocannon ${versionOf('autocannon')}, ` +
    `${os.availableParallelism()} cores, load average before ${load}, ${seconds} s each, rounds: ${rounds}\n`);
  await versions();
  await cores();
})();
