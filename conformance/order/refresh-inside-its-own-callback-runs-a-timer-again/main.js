'use strict';
let runs = 0;
const timer = setTimeout(() => {
  console.log('run', ++runs);
  if (runs < 3) timer.refresh();
}, 1);
