'use strict';
function run() {
  const native = binding('process');
  native.writeStderr('hello ' + process.argv.join() + '\n');
  setTimeout(() => native.writeStderr('timeout\n'), 20);
  setImmediate(() => { native.writeStderr('immediate\n'); });
  process.nextTick(() => native.writeStderr('tick\n'));
  Promise.resolve().then(() => native.writeStderr('micro\n'));
  setTimeout(() => { throw new Error('boo'); }, 30);
}
module.exports = { run };
