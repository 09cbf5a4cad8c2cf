'use strict';
const fs = require('node:fs');

const seen = new Set();
fs.stat(__filename, () => seen.add('io'));
setImmediate(() => seen.add('immediate'));

function turn() {
  if (seen.size < 2) return setTimeout(turn, 0);
  console.log([...seen].sort());
}
turn();
