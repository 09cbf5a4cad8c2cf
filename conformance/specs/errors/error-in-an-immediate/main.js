'use strict';
setImmediate(() => {
  throw new Error('in an immediate');
});
