'use strict';
const start = performance.now();
setTimeout(() => {
  const waitedMs = performance.now() - start;
  console.log('fired after two seconds:', waitedMs >= 2000);
  console.log('fired as soon as the loop was free:', waitedMs < 3000);
}, 500);

while (performance.now() - start < 2000);
console.log('busy loop done');
