'use strict';
const fs = require('node:fs');

fs.readFile(__filename, () => {
  for (let i = 0; i < 5; i++) setTimeout(() => console.log(`timeout ${i}`), 0);
  setImmediate(() => console.log('immediate'));
  // All five are due before the callback ends, and still the check phase comes first.
  const end = Date.now() + 5;
  while (Date.now() < end);
});
