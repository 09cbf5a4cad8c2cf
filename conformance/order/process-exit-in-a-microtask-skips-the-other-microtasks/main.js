'use strict';
queueMicrotask(() => {
  console.log('microtask 1');
  process.exit(4);
});
queueMicrotask(() => console.log('never'));
