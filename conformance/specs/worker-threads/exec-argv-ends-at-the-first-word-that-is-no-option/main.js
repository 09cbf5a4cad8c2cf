'use strict';
const { Worker } = require('worker_threads');

const cases = [
  [''], ['foo'], ['-r', 'fs', ''], ['', '--bad'], ['--bad'], ['', '--no-warnings'], ['--no-warnings', 'x', '--bad'], ['-'], ['--', '--bad'],
];

(async () => {
  for (const execArgv of cases) {
    try {
      const worker = new Worker('require("worker_threads").parentPort.postMessage(process.execArgv)', { eval: true, execArgv });
      console.log(execArgv, await new Promise((resolve) => worker.on('message', resolve)));
    } catch (error) {
      console.log(execArgv, error.code, error.message);
    }
  }
})();
