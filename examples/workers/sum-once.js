const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage(require('./sum.js')(workerData));
