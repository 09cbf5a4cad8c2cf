'use strict';

// A DNS server that sends mutated, cut, blown-up and random messages, by UDP: each query ends once, with records or with
// one of the resolver's codes, and the resolver works on.

const assert = require('assert');
const dgram = require('dgram');
const { Resolver } = require('dns').promises;

const QUERIES = 600;
const AT_ONCE = 60;
const TYPES = ['A', 'AAAA', 'ANY', 'CAA', 'CNAME', 'MX', 'NAPTR', 'NS', 'PTR', 'SOA', 'SRV', 'TLSA', 'TXT'];
const CODES = ['EBADRESP', 'ETIMEOUT', 'ENODATA', 'ENOTFOUND', 'ESERVFAIL', 'EFORMERR', 'ENOTIMP', 'EREFUSED', 'ECONNREFUSED'];

const seed = Number(process.env.SEED ?? Date.now() % 1e9);
let state = seed;
const random = (below) => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % below;
};

// One record of each type, its owner a pointer to the question.
const numbers = [1, 2, 5, 6, 12, 15, 16, 28, 33, 35, 52, 257];
function genuine(query) {
  const records = numbers.map((type) => {
    const data = Buffer.alloc(24, random(256));
    return Buffer.concat([Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
  });
  const answer = Buffer.concat([query, ...records]);
  answer.writeUInt16BE(0x8180, 2);
  answer.writeUInt16BE(records.length, 6);
  return answer;
}

const attacks = [
  (answer) => answer,
  (answer) => {
    for (let i = random(20); i >= 0; i--) answer[2 + random(answer.length - 2)] = random(256);
    return answer;
  },
  (answer) => answer.subarray(0, random(answer.length)),
  (answer, query) => {
    for (let i = query.length; i < answer.length; i += 2) answer.writeUInt16BE(0xc000 | random(answer.length), i - (i === answer.length - 1));
    return answer;
  },
  (answer) => Buffer.concat([answer, Buffer.alloc(60000, 0xc0)]),
  (answer, query) => Buffer.concat([query.subarray(0, 2), Buffer.from(Array.from({ length: 200 }, () => random(256)))]),
];

const server = dgram.createSocket('udp4', (query, { port, address }) => {
  const answer = attacks[random(attacks.length)](genuine(query), query);
  for (let i = random(3); i >= 0; i--) server.send(answer, port, address);
});

server.bind(0, '127.0.0.1', async () => {
  const resolver = new Resolver({ timeout: 250, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  let settled = 0;
  for (let done = 0; done < QUERIES; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      try {
        const result = await resolver.resolve('host.example', TYPES[random(TYPES.length)]);
        assert.strictEqual(typeof result, 'object', `seed ${seed}`);
      } catch (error) {
        assert.ok(CODES.includes(error.code), `seed ${seed}: ${error.stack}`);
      }
      settled++;
    }));
  }
  assert.strictEqual(settled, QUERIES);
  server.close();
  console.log('ok');
});
