'use strict';

// Nobody catches this one: the report on stderr shows the line, the stack and the cause, and the exit code is 1.
function readSettings() {
  throw new Error('The settings are missing', { cause: new TypeError('no such file') });
}

process.on('exit', (code) => console.log(`exit code ${code}`));
setTimeout(readSettings, 10);
