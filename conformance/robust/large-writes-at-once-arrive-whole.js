'use strict';

// Several large buffers go out by one call, while the peer does not read and the garbage collector runs: every byte has
// to be the one that was written.

const assert = require('assert');
const { createHash } = require('crypto');
const net = require('net');

const PARTS = 12;
const BYTES = 3 << 20;

const hash = (update) => {
  const sum = createHash('sha256');
  update(sum);
  return sum.digest('hex');
};
const part = (i) => Buffer.alloc(BYTES, i + 1);

const server = net.createServer((socket) => {
  socket.cork();
  for (let i = 0; i < PARTS; i++) socket.write(part(i));
  socket.uncork();
  socket.end();
}).listen(0, '127.0.0.1', () => {
  const client = net.connect({ port: server.address().port, host: '127.0.0.1' });
  const sum = createHash('sha256');
  let garbage = [];
  client.on('data', (bytes) => {
    sum.update(bytes);
    garbage.push(Buffer.alloc(BYTES / 8, 255));
    if (garbage.length > 8) garbage = [];
  });
  client.on('end', () => {
    assert.strictEqual(sum.digest('hex'), hash((one) => { for (let i = 0; i < PARTS; i++) one.update(part(i)); }));
    server.close();
    console.log('ok');
  });
});
