'use strict';

// Keeps JavaScript busy with callbacks that lead to callbacks of the same kind, which it runs without a return to the loop as
// long as nothing else waits, until Java's message has come. Runs as a core module.

const { openChannel } = require('internal/bridge');
const { stat } = require('fs');

const kind = process.env.KIND;
let last;
let runs = 0;

openChannel((value) => { last = value; });

function again() {
  runs++;
  if (last === Number(process.env.LAST)) {
    console.log(runs > 1);
    return;
  }
  if (kind === 'immediates') setImmediate(again);
  else stat('.', again);
}

for (let i = 0; i < 8; i++) again();
