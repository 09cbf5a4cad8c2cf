'use strict';

// More clients come than a server has descriptors for: those that are too many are closed, nobody hears of an error, the
// processor has nothing to do, and whoever comes when there are descriptors again is served. HTTP, TCP and Unix sockets.

const assert = require('assert');
const { spawn } = require('child_process');
const net = require('net');
const path = require('path');
const { ended, scratch } = require('./support.js');

const CLIENTS = 150;
const DESCRIPTORS = 80;
const LIMIT_MS = 30_000;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

if (process.argv[2] === 'child') serve(process.argv[3], process.argv[4]);
else main();

function serve(kind, where) {
  const server = kind === 'http' ? require('http').createServer((req, res) => res.end('hello')) :
    net.createServer((socket) => socket.on('data', () => socket.write('hello')).on('error', () => {}));
  let errors = 0;
  if (kind !== 'http') server.on('error', () => { errors++; });
  server.listen(kind === 'unix' ? where : { port: 0, host: '127.0.0.1' }, () => console.log(JSON.stringify(server.address())));
  let since = process.cpuUsage();
  process.stdin.on('end', () => process.exit()); // the parent is gone
  process.stdin.on('data', (bytes) => {
    if (String(bytes) === 'begin') {
      since = process.cpuUsage();
    } else {
      const { user, system } = process.cpuUsage(since);
      console.log(JSON.stringify({ errors, cpuMs: (user + system) / 1000 }));
      process.exit();
    }
  });
}

/** Resolves with 'served' or 'closed'; a client that is served stays. */
function ask(place, clients) {
  return new Promise((resolve) => {
    const socket = net.connect(place);
    clients.push(socket);
    socket.on('connect', () => socket.write(REQUEST));
    socket.on('error', () => {}); // a reset is a way to be closed
    socket.on('data', () => resolve('served'));
    socket.on('close', () => resolve('closed'));
  });
}

async function check(kind, folder) {
  const child = spawn('sh', ['-c', `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`, process.execPath, __filename, 'child', kind, path.join(folder, 'socket')],
    { stdio: ['pipe', 'pipe', 'inherit'] });
  const end = ended(child, LIMIT_MS);
  let told = '';
  const place = await new Promise((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      told += bytes;
      if (told.endsWith('\n')) resolve(JSON.parse(told.trim().split('\n')[0]));
    });
    end.then(() => reject(new Error(`the ${kind} server has ended: ${told}`)), reject);
  });
  const clients = [];
  const where = typeof place === 'string' ? { path: place } : { port: place.port, host: '127.0.0.1' };
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => ask(where, clients)));
  const served = answers.filter((one) => one === 'served').length;
  assert.ok(served >= 10 && served < DESCRIPTORS, `${kind}: ${served} of ${CLIENTS} were served`);

  // All descriptors are in use now, or will be after a few more: the process may have given some of its own back. Those
  // that are too many are closed, at little cost.
  child.stdin.write('begin');
  let more = 0;
  while (await ask(where, clients) !== 'closed') assert.ok(++more < DESCRIPTORS, `${kind}: nobody is closed`);
  for (const socket of clients) socket.destroy();
  const limit = Date.now() + LIMIT_MS;
  while (await ask(where, clients) !== 'served') assert.ok(Date.now() < limit, `${kind}: nobody is served any more`);
  child.stdin.write('end');
  const [code] = await end;
  const { errors, cpuMs } = JSON.parse(told.trim().split('\n')[1]);
  assert.deepStrictEqual([code, errors], [0, 0], kind);
  assert.ok(cpuMs < 5000, `${kind}: ${cpuMs} ms of processor time for ${more + 2} clients`);
  for (const socket of clients) socket.destroy();
}

async function main() {
  await Promise.all(['http', 'net', 'unix'].map((kind) => check(kind, scratch())));
  console.log('ok');
}
