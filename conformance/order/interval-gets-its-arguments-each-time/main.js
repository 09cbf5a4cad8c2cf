'use strict';
let left = 3;
const interval = setInterval((a, b) => {
  console.log(a, b);
  if (--left === 0) clearInterval(interval);
}, 1, 'a', 'b');
