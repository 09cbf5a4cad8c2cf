'use strict';
process.nextTick(() => {
  throw new Error('in a tick');
});
