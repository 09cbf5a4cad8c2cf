// cause: SYNCHRONOUS_CALL child_process.execSync
const { execSync } = require('node:child_process');
setTimeout(() => {
  execSync(`sleep ${blockMs / 1000}`); // here
}, 20);
