'use strict';

// Loads the module that the command line names, and prints the time that took: on the clock, and the CPU time of all threads.
const { createRequire } = require('module');
const path = require('path');

const load = createRequire(path.join(process.cwd(), 'load.js'));
const cpuBefore = process.cpuUsage();
const before = process.hrtime.bigint();
const loaded = load(process.argv[2]);
if (process.argv[2] === 'webpack') loaded({ mode: 'production', entry: './bundle.mjs' }); // it loads its parts when it is used
const ms = Number(process.hrtime.bigint() - before) / 1e6;
const { user, system } = process.cpuUsage(cpuBefore);
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));
process.exit();
