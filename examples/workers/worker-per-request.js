// A worker is made for every request. The loop is free, but each request pays for a start, and a crowd starts a crowd.
const path = require('node:path');
const { Worker } = require('node:worker_threads');

require('./serve.js')((n) => new Promise((resolve, reject) => {
  const worker = new Worker(path.join(__dirname, 'sum-once.js'), { workerData: n });
  worker.on('message', resolve);
  worker.on('error', reject);
}));
