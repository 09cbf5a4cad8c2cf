'use strict';
const { Worker } = require('worker_threads');

new Worker(`${__dirname}/thread.js`);
