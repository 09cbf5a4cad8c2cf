'use strict';
process.on('uncaughtException', (error) => console.log('caught', error.message));
let runs = 0;
const interval = setInterval(() => {
  runs++;
  if (runs === 3) clearInterval(interval);
  throw new Error(`run ${runs}`);
}, 1);
