'use strict';
setTimeout(() => {
  console.log('timer');
  setTimeout(() => console.log('timer set in the timer'), 0);
  setImmediate(() => console.log('immediate set in the timer'));
  // The new timer is due before this callback ends, and still waits.
  const end = Date.now() + 5;
  while (Date.now() < end);
}, 0);
