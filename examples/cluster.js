// A web server with several workers: gyre examples/cluster.js [port], or with threads instead of processes
// gyre --cluster-threads examples/cluster.js [port]. A worker that dies is replaced; Ctrl-C ends all of them gracefully.
const cluster = require('node:cluster');
const http = require('node:http');

const WORKERS = 2;

if (cluster.isPrimary) {
  for (let i = 0; i < WORKERS; i++) cluster.fork();
  cluster.once('listening', (_worker, { port }) => console.log(`http://127.0.0.1:${port}/ and http://127.0.0.1:${port}/die`));
  cluster.on('exit', (worker, code, signal) => {
    if (worker.exitedAfterDisconnect) return;
    console.log(`worker ${worker.id} ended with ${signal ?? code}; another one takes its place`);
    cluster.fork();
  });
  process.once('SIGINT', () => cluster.disconnect(() => console.log('all workers have left')));
} else {
  process.on('SIGINT', () => {}); // the primary decides
  http.createServer((request, response) => {
    response.end(`Hello from worker ${cluster.worker.id}\n`);
    if (request.url === '/die') response.on('close', () => { throw new Error('as asked'); });
  }).listen(Number(process.argv[2] ?? 8080), '127.0.0.1');
}
