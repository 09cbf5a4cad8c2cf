'use strict';
// What a server and a client knew of connections that are over is gone after a collection of young objects: it must not
// wait, and pile up, until everything is collected.

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const http = require('node:http');

const WARM_UP = 300;
const CONNECTIONS = 1000;
const MAX_BYTES = 400 * CONNECTIONS; // what is left of each; a socket alone has more than a thousand

function ask(port) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent: false }, (res) => res.resume().on('close', resolve)).on('error', reject);
  });
}

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

async function main() {
  const server = http.createServer((req, res) => {
    if (server.asked++ === WARM_UP) gc(); // this connection is among the old objects now
    res.end('hello');
  });
  server.asked = 0;
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  for (let i = 0; i < WARM_UP + CONNECTIONS; i++) await ask(server.address().port);
  await turn();
  gc({ type: 'minor' });
  gc({ type: 'minor' });
  const left = process.memoryUsage().heapUsed;
  gc();
  const bytes = left - process.memoryUsage().heapUsed;
  assert.ok(bytes < MAX_BYTES, `${bytes} bytes of ${CONNECTIONS} connections were left`);
  server.close();
  console.log('ok');
}

// With young objects that all fit: none gets old because there was no room for it.
const FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];
if (process.argv[2] === 'child') main();
else process.exitCode = spawnSync(process.execPath, [...FLAGS, __filename, 'child'], { stdio: 'inherit' }).status;
