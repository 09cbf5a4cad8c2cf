'use strict';
let arrived = 0;
const interval = setInterval(() => {
  console.log('waiting', ++arrived);
  if (arrived === 3) clearInterval(interval);
}, 1);
process.on('exit', () => console.log('exit after', arrived));
