'use strict';
// A JVM uses these signals itself. A listener is called; without one, each ends the process and prints nothing.
const { spawnSync } = require('node:child_process');
const { tmpdir } = require('node:os');

const names = ['SIGQUIT', 'SIGUSR2', 'SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGABRT'];

if (process.argv[2]) {
  process.kill(process.pid, process.argv[2]);
  console.log('not reached');
} else {
  const keep = setInterval(() => {}, 1000);
  names.forEach((name, index) => {
    process.on(name, (signal, number) => {
      console.log(signal, number);
      if (index + 1 < names.length) process.kill(process.pid, names[index + 1]);
      else withoutListener();
    });
  });
  process.kill(process.pid, names[0]);

  function withoutListener() {
    clearInterval(keep);
    for (const name of names) {
      const child = spawnSync(process.execPath, [__filename, name], { cwd: tmpdir() });
      console.log(child.status, child.signal, String(child.stdout), String(child.stderr));
    }
  }
}
