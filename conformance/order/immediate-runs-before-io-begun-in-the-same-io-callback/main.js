'use strict';
const fs = require('node:fs');

fs.stat(__filename, () => {
  fs.stat(__filename, () => console.log('io'));
  setImmediate(() => console.log('immediate'));
  // The second stat is complete before this callback ends, and still waits for the next poll phase.
  const end = Date.now() + 10;
  while (Date.now() < end);
});
