'use strict';
queueMicrotask(() => {
  throw new Error('in a microtask');
});
