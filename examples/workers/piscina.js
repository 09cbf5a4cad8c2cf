// pool.js for node, with a package: npm install piscina
const path = require('node:path');
const { availableParallelism } = require('node:os');
const { Piscina } = require('piscina');

const threads = availableParallelism();
const pool = new Piscina({ filename: path.join(__dirname, 'sum.js'), minThreads: threads, maxThreads: threads });
require('./serve.js')((n) => pool.run(n));
