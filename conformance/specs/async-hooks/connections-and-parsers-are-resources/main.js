'use strict';
const { AsyncResource, createHook } = require('node:async_hooks');
const http = require('node:http');
const net = require('node:net');

const WANTED = ['TCPSERVERWRAP', 'TCPWRAP', 'TCPCONNECTWRAP', 'SHUTDOWNWRAP', 'HTTPINCOMINGMESSAGE', 'HTTPCLIENTREQUEST'];
const seen = new Map(); // id -> what is known of a resource
createHook({
  trackPromises: false,
  init(id, type, trigger) { if (WANTED.includes(type)) seen.set(id, { type, trigger, before: 0, after: 0, destroyed: 0 }); },
  before(id) { if (seen.has(id)) seen.get(id).before++; },
  after(id) { if (seen.has(id)) seen.get(id).after++; },
  destroy(id) { if (seen.has(id)) seen.get(id).destroyed++; },
}).enable();

const parent = ({ trigger }) => seen.get(trigger)?.type ?? 'other';

const server = http.createServer((req, res) => { res.end('answer'); });
server.listen(0, '127.0.0.1', () => {
  http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (res) => {
    res.resume();
    res.on('close', () => { server.close(tcp); });
  });
});

function tcp() {
  const plain = net.createServer((socket) => { socket.end('bye'); }).listen(0, '127.0.0.1', () => {
    const client = net.connect(plain.address().port, '127.0.0.1');
    client.resume().on('close', () => { plain.close(() => { reportWhenDestroyed(10_000); }); });
  });
}

function reportWhenDestroyed(turns) {
  const isOver = [...seen.values()].every((one) => one.destroyed > 0);
  if (isOver || turns === 0) report();
  else setImmediate(reportWhenDestroyed, turns - 1);
}

function report() {
  for (const type of WANTED) {
    const all = [...seen.values()].filter((one) => one.type === type);
    console.log(type, all.length, 'before = after:', all.every((one) => one.before === one.after), 'destroyed once:',
                all.every((one) => one.destroyed === 1), type === 'TCPWRAP' ? '' : [...new Set(all.map(parent))].sort());
  }
  for (const triggerAsyncId of [null, -2, 1.5]) {
    try {
      new AsyncResource('type', { triggerAsyncId });
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
}
