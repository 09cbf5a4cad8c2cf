'use strict';
// The descriptor of a FileHandle that nobody has any more is closed, and the program told.
const { open } = require('fs/promises');

let isTold = false;
process.on('uncaughtException', (error, origin) => {
  isTold = true;
  console.log(origin, error.name, error.code);
  console.log(error.message.replace(/descriptor: \d+/, 'descriptor: N').replace(__dirname, '.'));
});

(async () => { await open(__filename); })();

function collect() {
  gc();
  if (!isTold) setTimeout(collect, 10);
}
setTimeout(collect, 10);
