'use strict';
let runs = 0;
const timer = setTimeout(() => console.log('run', ++runs), 1);
setTimeout(() => {
  console.log('refresh');
  timer.refresh();
}, 20);
