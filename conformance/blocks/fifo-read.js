// cause: SYNCHRONOUS_CALL fs.readFileSync
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const fifo = `${require('node:os').tmpdir()}/gyre-fifo-${process.pid}`;
execFileSync('mkfifo', [fifo]);
setTimeout(() => {
  spawn('sh', ['-c', `sleep ${blockMs / 1000}; echo > ${fifo}; rm ${fifo}`]);
  setImmediate(() => {
    fs.readFileSync(fifo); // here
  });
}, 20);
