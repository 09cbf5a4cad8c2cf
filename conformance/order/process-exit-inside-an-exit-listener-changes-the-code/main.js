'use strict';
process.on('exit', (code) => {
  console.log('exit 1', code);
  process.exit(6);
});
process.on('exit', () => console.log('exit 2'));
