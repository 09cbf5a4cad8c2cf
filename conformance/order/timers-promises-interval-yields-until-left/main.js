'use strict';
const { setInterval } = require('node:timers/promises');

(async () => {
  let runs = 0;
  for await (const value of setInterval(1, 'value')) {
    console.log(value, ++runs);
    if (runs === 3) break;
  }
  console.log('left');
})();
