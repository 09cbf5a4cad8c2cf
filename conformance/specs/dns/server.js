'use strict';

// A DNS server on loopback for the cases of this folder: open(handler) calls handler(query) for each query and sends what
// it returns, if anything. Messages are put together from the parts below.

const dgram = require('dgram');
const dns = require('dns');

const TYPES = {
  A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, TLSA: 52, ANY: 255, CAA: 257,
};

const u8 = (...bytes) => Buffer.from(bytes);
const u16 = (n) => u8(n >> 8, n & 255);
const u32 = (n) => Buffer.concat([u16(n >>> 16), u16(n & 65535)]);
const cat = (...parts) => Buffer.concat(parts);
const string = (text) => cat(u8(text.length), Buffer.from(text, 'latin1'));
const name = (text) => cat(...text.split('.').filter(Boolean).map(string), u8(0));
const record = (owner, type, ttl, data) =>
  cat(name(owner), u16(TYPES[type]), u16(1), u32(ttl), u16(data.length), data);

function questionEnd(message) {
  let at = 12;
  while (message[at] !== 0) at += message[at] + 1;
  return at + 5;
}

function parse(message) {
  const labels = [];
  for (let at = 12; message[at] !== 0; at += message[at] + 1) labels.push(message.toString('latin1', at + 1, at + 1 + message[at]));
  const end = questionEnd(message);
  const type = message.readUInt16BE(end - 4);
  return {
    message,
    end,
    name: labels.join('.'),
    type: Object.keys(TYPES).find((key) => TYPES[key] === type),
    question: message.subarray(12, end),
  };
}

function respond(query, answers, { flags = 0x8180, counts = [1, answers.length, 0, 0] } = {}) {
  return cat(query.message.subarray(0, 2), u16(flags), ...counts.map(u16), query.question, ...answers);
}

async function open(handler) {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const answer = handler(parse(message));
    if (answer) socket.send(answer, port, address);
  });
  await new Promise((resolve) => { socket.bind(0, '127.0.0.1', resolve); });
  const address = `127.0.0.1:${socket.address().port}`;
  return {
    address,
    resolver(options = { timeout: 10000, tries: 1 }) {
      const resolver = new dns.promises.Resolver(options);
      resolver.setServers([address]);
      return resolver;
    },
    close: () => socket.close(),
  };
}

// What a promise comes to, on one line.
const outcome = (promise) => promise.then(
  (value) => JSON.stringify(value),
  ({ code, syscall, hostname, message }) => `${code} ${syscall} ${hostname}: ${message}`);

module.exports = { cat, name, open, outcome, record, respond, string, u16, u32, u8 };
