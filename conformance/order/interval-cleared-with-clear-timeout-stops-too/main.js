'use strict';
let runs = 0;
const interval = setInterval(() => {
  console.log(++runs);
  if (runs === 2) clearTimeout(interval);
}, 1);
