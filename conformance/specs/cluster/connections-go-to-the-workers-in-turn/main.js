'use strict';
// The primary accepts and gives every connection to the next worker: of a TCP server (port 0 is one port for all), of an http
// server, and of a path. A full server refuses what it gets; a worker that dies is replaced.
const cluster = require('cluster');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');

if (cluster.isWorker) {
  const name = `worker ${cluster.worker.id}`;
  const start = (server, ...where) => new Promise((done) => { server.listen(...where, () => done(server.address())); });
  const full = net.createServer((socket) => socket.write('held'));
  full.maxConnections = 1;
  Promise.all([
    start(http.createServer((_request, response) => response.end(name)), 0),
    start(net.createServer((socket) => socket.end(name)), process.env.SOCKET_PATH),
    start(full, { port: 0, host: '127.0.0.1' }),
  ]).then((addresses) => process.send(addresses));
  process.on('message', (text) => { if (text === 'die') process.exit(3); });
} else {
  const file = path.join(os.tmpdir(), `gyre-cluster-${process.pid}.sock`);
  const ready = (worker) => new Promise((done) => { worker.once('message', done); });
  const fetched = (port) => new Promise((done) => {
    http.get({ port, agent: false }, (response) => {
      let text = '';
      response.on('data', (data) => { text += data; });
      response.on('end', () => done(text));
    });
  });
  const read = (options) => new Promise((done) => {
    let text = '';
    const socket = net.connect(options);
    socket.on('data', (data) => {
      text += data;
      if (text === 'held') done({ text, socket });
    });
    socket.on('close', () => done({ text, socket }));
  });

  (async () => {
    const workers = [cluster.fork({ SOCKET_PATH: file }), cluster.fork({ SOCKET_PATH: file })];
    const [one, other] = await Promise.all(workers.map(ready));
    console.log('one port for all', one[0].port === other[0].port, one[2].port === other[2].port, one[0].port !== one[2].port);
    console.log('path', one[1] === file, other[1] === file);
    const ofHttp = [];
    for (let i = 0; i < 4; i++) ofHttp.push(await fetched(one[0].port));
    console.log('http', ofHttp.sort().join(', '));
    const ofPath = [];
    for (let i = 0; i < 4; i++) ofPath.push((await read({ path: file })).text);
    console.log('path', ofPath.sort().join(', '));
    // Each worker takes one; both are full, and the third connection waits for one of them.
    const held = [await read({ port: one[2].port }), await read({ port: one[2].port })];
    console.log('held', held.map(({ text }) => text).join());
    const third = read({ port: one[2].port });
    held[0].socket.destroy();
    held[1].socket.destroy();
    (await third).socket.destroy();
    console.log('the third was served');

    workers[0].send('die');
    cluster.once('exit', async (worker, code, signal) => {
      console.log('died', worker === workers[0], code, signal, worker.exitedAfterDisconnect);
      const replacement = cluster.fork({ SOCKET_PATH: file });
      await ready(replacement);
      console.log('ids', Object.keys(cluster.workers).join());
      const later = [];
      for (let i = 0; i < 4; i++) later.push(await fetched(one[0].port));
      console.log('http', later.sort().join(', '));
      cluster.disconnect(() => console.log('disconnected', Object.keys(cluster.workers).length));
    });
  })();
}
