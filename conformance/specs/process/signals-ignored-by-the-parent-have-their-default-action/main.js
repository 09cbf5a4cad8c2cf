'use strict';
// A shell's `cmd &` ignores SIGINT and SIGQUIT, nohup SIGHUP, and the command inherits that.
const { spawn } = require('node:child_process');

const program = `
  const [name, listens] = process.argv.slice(1);
  if (listens) process.on(name, () => { console.log('heard'); process.exit(); });
  setInterval(() => {}, 1000);
  console.log('up');
`;

function run(name, listens) {
  return new Promise((resolve) => {
    const number = require('node:os').constants.signals[name];
    const child = spawn('/bin/sh', ['-c', `trap '' ${number}; exec "$0" "$@"`,
      process.execPath, '-e', program, name, listens], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      if (output === 'up\n') child.kill(name);
    });
    child.on('close', (code, signal) => {
      console.log(name, listens ? 'with a listener:' : 'without:', code, signal, JSON.stringify(output));
      resolve();
    });
  });
}

(async () => {
  for (const name of ['SIGINT', 'SIGHUP', 'SIGTERM', 'SIGQUIT']) {
    await run(name, '');
    await run(name, 'yes');
  }
})();
