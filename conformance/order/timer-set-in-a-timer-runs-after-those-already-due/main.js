'use strict';
setTimeout(() => {
  console.log('first');
  setTimeout(() => console.log('set in the first'), 0);
}, 0);
setTimeout(() => console.log('second'), 0);
