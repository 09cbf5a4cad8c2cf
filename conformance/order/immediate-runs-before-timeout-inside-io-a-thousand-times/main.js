'use strict';
const fs = require('node:fs');

const firsts = { immediate: 0, timeout: 0 };

function run(left) {
  if (left === 0) return console.log(firsts);
  fs.stat(__filename, () => {
    const seen = [];
    const note = (name) => {
      if (seen.push(name) < 2) return;
      firsts[seen[0]]++;
      run(left - 1);
    };
    setTimeout(note, 0, 'timeout');
    setImmediate(note, 'immediate');
  });
}
run(1000);
