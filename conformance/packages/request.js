'use strict';

// What the programs here share: a request to a server of their own, and an answer printed without what changes.

const http = require('node:http');

// Answers with { status, headers, body }, the body as a Buffer.
function request(server, path, { method = 'GET', headers = {}, body, agent } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const { port } = typeof server === 'number' ? { port: server } : server.address();
  const req = http.request({ host: '127.0.0.1', port, path, method, headers, agent }, (res) => {
    const chunks = [];
    res.on('data', (chunk) => chunks.push(chunk));
    res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }));
    res.on('error', reject);
  });
  req.on('error', reject);
  req.end(body);
  return promise;
}

// The same, printed: what was asked, the status, the headers but the date, and the body.
async function show(server, path, options = {}) {
  const { status, headers, body } = await request(server, path, options);
  console.log(`${options.method ?? 'GET'} ${path} -> ${status}`);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'date') console.log(`  ${name}: ${value}`);
  }
  if (body.length > 0) console.log(body.toString().replace(/^/gm, '  | '));
  return { status, headers, body };
}

const json = (value, method = 'POST') => (
  { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

function listening(server) {
  const { promise, resolve, reject } = Promise.withResolvers();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => resolve(server));
  return promise;
}

module.exports = { request, show, json, listening };
