'use strict';

// Several quick calls run on several threads, and which ends first is chance. Those that are done when the loop looks call
// back in the order in which they were asked for. (What the kernel does not let be done by then may come later: so a few
// rounds may differ.)

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { scratch } = require('./support.js');

const ROUNDS = 40;
const MAX_OTHER = 4;
const LIMIT_MS = 10_000;

const folder = scratch();

function round(number) {
  return new Promise((resolve) => {
    const order = [];
    const done = (name) => {
      order.push(name);
      if (order.length === 4) resolve(order.join());
    };
    const made = ['a', 'b'].map((name) => path.join(folder, name + number));
    fs.mkdir(made[0], () => done('mkdir'));
    fs.promises.readFile('/gyre/no-such-file').catch(() => done('readFile'));
    fs.open('/gyre/no-such-file', 'r', () => done('open'));
    fs.mkdir(made[1], () => done('mkdir again'));
    // All of them are done before this code returns: the folders tell, and the calls after them give the others time.
    const limit = Date.now() + LIMIT_MS;
    while (!made.every((name) => fs.existsSync(name))) assert.ok(Date.now() < limit, 'the folders are not made');
    for (let i = 0; i < 200; i++) fs.existsSync(folder);
  });
}

async function main() {
  let others = 0;
  for (let i = 0; i < ROUNDS; i++) if (await round(i) !== 'mkdir,readFile,open,mkdir again') others++;
  assert.ok(others <= MAX_OTHER, `${others} of ${ROUNDS} rounds called back in another order`);
  console.log('ok');
}

main();
