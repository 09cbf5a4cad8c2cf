'use strict';
const { spawnSync } = require('child_process');
// A child sees the name that it was started by, and nothing else of it.
const show = 'console.log(process.argv0, process.execPath === process.argv[0], Object.keys(process.env).filter((name) => /ARGV0/i.test(name)))';
const env = { PATH: process.env.PATH };
for (const argv0 of ['another name', '', 'x']) console.log(spawnSync(process.execPath, ['-e', show], { argv0, encoding: 'utf8' }).stdout);
console.log(spawnSync(process.execPath, ['-e', show], { argv0: 'with env', env, encoding: 'utf8' }).stdout);
