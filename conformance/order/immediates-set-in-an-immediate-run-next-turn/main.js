'use strict';
setImmediate(() => {
  console.log('immediate 1');
  setImmediate(() => console.log('immediate of the next turn'));
  setTimeout(() => console.log('timer between the turns'), 1);
  const end = Date.now() + 10;
  while (Date.now() < end);
});
setImmediate(() => console.log('immediate 2'));
