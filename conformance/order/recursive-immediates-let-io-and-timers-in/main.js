'use strict';
const fs = require('node:fs');

const seen = new Set();
fs.stat(__filename, () => seen.add('io'));
setTimeout(() => seen.add('timer'), 1);

function turn() {
  if (seen.size < 2) return setImmediate(turn);
  console.log([...seen].sort());
}
turn();
