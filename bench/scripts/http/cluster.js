'use strict';
// hello.js with two workers; CLUSTER_THREADS=1: threads instead of processes.
const cluster = require('cluster');

if (cluster.isPrimary) {
  if (process.env.CLUSTER_THREADS) cluster.setupPrimary({ threads: true });
  let left = 2;
  cluster.on('listening', (_worker, { port }) => { if (--left === 0) console.log(port); });
  cluster.fork();
  cluster.fork();
} else {
  require('http').createServer((_request, response) => response.end('hello')).listen(0);
}
