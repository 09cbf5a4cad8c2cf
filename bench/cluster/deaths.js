'use strict';
// deaths.js [SECONDS]: workers of a web server die at random moments (killed, by an error, by exit, by disconnect) under
// load, and are replaced. Nothing may be left of them, and every request is answered or its connection breaks. Takes
// --cluster-threads.
const cluster = require('cluster');
const fs = require('fs');
const http = require('http');
const net = require('net');

const WORKERS = 3;
const KILL_INTERVAL_MS = 800;
const CLIENTS = 8;
const REQUEST_LIMIT_MS = 20_000;

if (cluster.isWorker) {
  serve();
} else {
  const free = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = free.address();
    free.close(() => main(Number(process.argv[2] ?? 10), port));
  });
}

function serve() {
  http.createServer((request, response) => {
    response.end(`hello ${request.url}`);
    if (request.url === '/throw') setImmediate(() => { throw new Error('as asked'); });
    if (request.url === '/exit') process.exit(3);
  }).listen(Number(process.env.PORT), '127.0.0.1');
}

function main(seconds, port) {
  const counts = { answered: 0, broken: 0, died: 0 };
  let isOver = false;
  const before = fs.readdirSync('/proc/self/fd').length;
  cluster.setupPrimary({ silent: true });
  const start = () => {
    const worker = cluster.fork({ PORT: port });
    worker.process.stdout.resume();
    worker.process.stderr.resume();
  };
  cluster.on('exit', () => {
    counts.died++;
    if (!isOver) start();
  });
  cluster.once('listening', () => {
    for (let i = 0; i < CLIENTS; i++) client();
  });

  function client() {
    if (isOver) return;
    const dice = Math.random();
    const path = dice < 0.01 ? '/throw' : dice < 0.02 ? '/exit' : '/plain';
    let isDone = false;
    const next = (name) => {
      if (isDone) return;
      isDone = true;
      counts[name]++;
      setImmediate(client);
    };
    const request = http.get({ port, path, agent: false, timeout: REQUEST_LIMIT_MS }, (response) => {
      let text = '';
      response.on('data', (data) => { text += data; });
      response.on('end', () => {
        if (text !== `hello ${path}`) throw new Error(`a wrong answer: ${text}`);
        next('answered');
      });
      response.on('error', () => next('broken'));
    });
    request.on('timeout', () => { throw new Error('neither answered nor broken'); });
    request.on('error', () => next('broken'));
  }

  for (let i = 0; i < WORKERS; i++) start();
  const killer = setInterval(() => {
    const all = Object.values(cluster.workers);
    const one = all[Math.floor(Math.random() * all.length)];
    if (one === undefined || !one.isConnected()) return;
    if (Math.random() < 0.5) one.kill('SIGKILL');
    else one.disconnect();
  }, KILL_INTERVAL_MS);
  setTimeout(() => {
    isOver = true;
    clearInterval(killer);
    cluster.disconnect();
  }, seconds * 1000);
  process.on('exit', () => {
    const left = fs.readdirSync('/proc/self/fd').length - before;
    console.log(JSON.stringify({ ...counts, descriptorsLeft: left, workersLeft: Object.keys(cluster.workers).length }));
  });
}
