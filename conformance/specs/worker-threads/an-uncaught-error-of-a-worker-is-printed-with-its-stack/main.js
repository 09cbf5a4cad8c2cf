// What the process prints for an error of a worker that nobody listens for, and what its stack is where somebody does.
'use strict';
const { Worker, isMainThread } = require('worker_threads');
const { spawn } = require('child_process');
const { inspect } = require('util');

class OwnError extends TypeError {
  constructor(message) {
    super(message);
    this.code = 'X';
    this.extra = { a: 1 };
  }
}

function fail(message) { throw new OwnError(message); }

const ways = {
  sync: () => fail('sync'),
  timer: () => setTimeout(fail, 1, 'timer'),
  rejection: () => { Promise.reject(new RangeError('rejection')); },
  plain: () => { throw new Error('plain'); },
  value: () => { throw { text: 'no error' }; },
};

// Frames of the core are the runtime's own.
const clean = (text) => text.replace(/\n +at [^\n]*(?:node:|-wrapper)[^\n]*/g, '').replaceAll(__dirname, '').replace(/^node:.*$/gm, 'node:…')
  .replace(/Node\.js v.*/, 'Node.js').replace(/ +process\.nextTick.*\n +\^\n/, '');

function print(way) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [__filename, 'unheard', way]);
    let text = '';
    child.stderr.on('data', (part) => { text += part; });
    child.on('close', (code) => resolve(`${way} exits with ${code} ${clean(text)}`));
  });
}

function hear(way) {
  return new Promise((resolve) => {
    const text = way === 'eval' ? 'null.x' : way === 'eval timer' ? 'setTimeout(() => null.x)' : undefined;
    const worker = text === undefined ? new Worker(__filename, { argv: ['worker', way] }) : new Worker(text, { eval: true });
    worker.on('error', (error) => resolve(`${way} is heard: ${clean(`${error.stack}`)}\n${clean(inspect(error))}`));
  });
}

if (isMainThread && process.argv[2] === 'unheard') new Worker(__filename, { argv: ['worker', process.argv[3]] });
else if (process.argv[2] === 'worker') ways[process.argv[3]]();
else {
  Promise.all([...Object.keys(ways).map(print), ...Object.keys(ways).map(hear), hear('eval'), hear('eval timer')])
    .then((all) => console.log(all.join('\n\n')));
}
