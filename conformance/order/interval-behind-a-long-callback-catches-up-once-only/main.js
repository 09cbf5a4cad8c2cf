'use strict';
const starts = [];
const interval = setInterval(() => {
  starts.push(performance.now());
  console.log('run', starts.length);
  if (starts.length === 1) {
    setImmediate(() => console.log('immediate'));
    // Four intervals go by: one run makes up for all of them.
    while (performance.now() - starts[0] < 200);
  } else if (starts.length === 3) {
    clearInterval(interval);
    console.log('the third kept its distance:', starts[2] - starts[1] > 25);
  }
}, 50);
