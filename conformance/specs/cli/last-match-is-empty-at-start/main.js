'use strict';

// A program can see the last match of the core; there must be none when it begins.
const { execFileSync } = require('child_process');
const statics = ['$_', '$&', '$`', '$+', "$'", '$1', '$9', 'input', 'lastMatch', 'lastParen', 'leftContext', 'rightContext'];
const texts = (all) => `JSON.stringify(${JSON.stringify(all)}.map((name) => RegExp[name]))`;
console.log(statics.map((name) => RegExp[name]));
const run = (args, input) => console.log(execFileSync(process.execPath, args, { encoding: 'utf8', input }).trim());
run(['-p', texts(statics)]);
run(['--input-type=module', '-e', `console.log(${texts(statics)})`]);
run([], `console.log(${texts(statics)})`);
