'use strict';
// CVE-2026-105481, CVE-2026-48931: a server sends a second answer before there is a second request. It reaches the idle
// connection while the program computes, so that the loop has not read it when the next request is made. The next request
// gets a connection of its own, and the answer to itself.

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');

const LIMIT_MS = 20_000;

// The server is a process of its own: it sends while this one computes.
const SERVER = `
const net = require('net');
let connections = 0;
net.createServer((socket) => {
  const number = ++connections;
  socket.on('error', () => {});
  let requests = 0;
  socket.on('data', () => {
    const text = number + '.' + ++requests;
    socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: ' + text.length + '\\r\\n\\r\\n' + text);
    if (number % 2 === 0) return;
    setTimeout(() => socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\n\\r\\npoison'), 20);
  });
}).listen(0, '127.0.0.1', function() { console.log(this.address().port); });
`;

function compute(durationMs) {
  for (const end = performance.now() + durationMs; performance.now() < end;);
}

function get(port, agent) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent }, (res) => {
      res.setEncoding('latin1');
      let text = '';
      res.on('data', (data) => { text += data; });
      res.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

async function main() {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const limit = setTimeout(() => {
    server.kill();
    throw new Error(`no end after ${LIMIT_MS} ms`);
  }, LIMIT_MS);
  try {
    const { 0: line } = await once(server.stdout, 'data');
    const port = Number(line);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    assert.strictEqual(await get(port, agent), '1.1');
    await new Promise(setImmediate); // the connection is idle now
    assert.strictEqual(Object.keys(agent.freeSockets).length, 1);
    compute(300);
    assert.strictEqual(await get(port, agent), '2.1');
    agent.destroy();

    const url = `http://127.0.0.1:${port}/`;
    assert.strictEqual(await (await fetch(url)).text(), '3.1');
    compute(300);
    assert.strictEqual(await (await fetch(url)).text(), '4.1');
  } finally {
    clearTimeout(limit);
    server.kill();
  }
  console.log('ok');
}

main();
