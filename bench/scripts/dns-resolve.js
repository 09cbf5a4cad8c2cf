'use strict';
// 5,000 queries to a DNS server in the same process, 50 at a time.
const dgram = require('dgram');
const { Resolver } = require('dns').promises;
const ROUNDS = 100;
const AT_ONCE = 50;
const RECORD = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 1, 2, 3, 4]);
const server = dgram.createSocket('udp4', (query, { port, address }) => {
  const answer = Buffer.concat([query, RECORD]);
  answer.writeUInt16BE(0x8180, 2);
  answer.writeUInt16BE(1, 6);
  server.send(answer, port, address);
});
server.bind(0, '127.0.0.1', async () => {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => resolver.resolve4(`host${i}.example`)));
  }
  console.log(JSON.stringify({ ms: performance.now() - start }));
  server.close();
});
