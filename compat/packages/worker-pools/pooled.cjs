const workerpool = require('workerpool');
const work = require('./task.cjs');
workerpool.worker({ work });
