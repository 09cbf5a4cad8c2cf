// Prints how long light requests wait beside heavy ones, for each version of server.js: node measure.js GYRE [NODE [SECONDS]]
//
// Two connections ask for heavy work all the time. Beside them the light address is asked for every 10 ms; its waiting time
// counts from when the request was due, so that a server that hangs is not asked less.
const { spawn } = require('node:child_process');
const http = require('node:http');
const path = require('node:path');

const [gyre, node = process.execPath, seconds = '3'] = process.argv.slice(2);
const EVERY_MS = 10;
const HEAVY = 2;
// Every further slash doubles the time that the evil expression takes.
const evilPath = encodeURIComponent(`${'/'.repeat(28)}\n`);

const CASES = [
  ['nothing heavy', '/', true],
  ['average, blocking', '/average/blocking?n=50000000', true],
  ['average, partitioned with setImmediate', '/average/partitioned?n=50000000', true],
  ['average, `await breathe()`', '/average/breathe?n=50000000', false],
  ['average, `gyre:pool`', '/average/pool?n=50000000', false],
  ['JSON.stringify and JSON.parse of 3.5 MB', '/json/blocking', true],
  ['the same with `gyre:json`', '/json/slices', false],
  ['evil regular expression', `/path/evil?path=${evilPath}`, true],
  ['safe regular expression', `/path/safe?path=${evilPath}`, true],
];

const get = (agent, port, url) => new Promise((resolve, reject) => {
  http.get({ agent, port, host: '127.0.0.1', path: url }, (res) => {
    res.resume().on('end', () => (res.statusCode === 200 ? resolve() : reject(new Error(`${res.statusCode} for ${url}`)))).on('error', reject);
  }).on('error', reject);
});

function start(runtime) {
  const quiet = runtime === gyre ? ['--block-warn=0'] : []; // blocks are what is measured, and need no reports
  const server = spawn(runtime, [...quiet, path.join(__dirname, 'server.js'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    server.on('error', reject).on('exit', (code) => reject(new Error(`${runtime} ended with ${code}`)));
    server.stdout.once('data', (line) => resolve({ server, port: Number(/:(\d+)\//.exec(line)[1]) }));
  });
}

async function measure(runtime, url) {
  const { server, port } = await start(runtime);
  const agent = new http.Agent({ keepAlive: true });
  await get(agent, port, '/');
  await get(agent, port, url);
  const end = performance.now() + Number(seconds) * 1000;
  let heavy = 0;
  const askForHeavy = async () => {
    while (performance.now() < end) {
      await get(agent, port, url);
      heavy++;
    }
  };
  const waits = [];
  const askForLight = async () => {
    const pending = [];
    for (let due = performance.now() + EVERY_MS; due < end; due += EVERY_MS) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      pending.push(get(agent, port, '/').then(() => waits.push(Math.max(0, performance.now() - due))));
    }
    await Promise.all(pending);
  };
  const clients = url === '/' ? [] : Array.from({ length: HEAVY }, askForHeavy);
  await Promise.all([...clients, askForLight()]);
  agent.destroy();
  server.removeAllListeners('exit');
  server.kill();
  waits.sort((a, b) => a - b);
  const at = (part) => waits[Math.floor((waits.length - 1) * part)].toFixed(1);
  return { heavyPerSecond: (heavy / Number(seconds)).toFixed(1), p50: at(0.5), p99: at(0.99), max: at(1) };
}

(async () => {
  console.log('| beside the light requests | runtime | heavy per second | light: p50 ms | p99 ms | longest ms |\n|---|---|--:|--:|--:|--:|');
  for (const [name, url, isForAll] of CASES) {
    for (const [label, runtime] of [['node', node], ['gyre', gyre]]) {
      if (label === 'node' && !isForAll) continue;
      const { heavyPerSecond, p50, p99, max } = await measure(runtime, url);
      console.log(`| ${name} | ${label} | ${url === '/' ? '' : heavyPerSecond} | ${p50} | ${p99} | ${max} |`);
    }
  }
})();
