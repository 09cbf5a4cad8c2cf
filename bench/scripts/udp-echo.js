'use strict';
// 20,000 datagrams there and back over loopback, one after the other: each way is a turn of the loop.
const dgram = require('dgram');
const COUNT = 20_000;
const payload = Buffer.alloc(64, 'x');
const server = dgram.createSocket('udp4', (message, { port, address }) => server.send(message, port, address));
const client = dgram.createSocket('udp4');
server.bind(0, '127.0.0.1', () => {
  const { port } = server.address();
  const start = performance.now();
  let left = COUNT;
  client.on('message', () => {
    if (--left > 0) {
      client.send(payload, port, '127.0.0.1');
    } else {
      console.log(JSON.stringify({ ms: performance.now() - start }));
      client.close();
      server.close();
    }
  });
  client.send(payload, port, '127.0.0.1');
});
