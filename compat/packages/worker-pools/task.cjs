const { threadId } = require('node:worker_threads');
function work(value) {
  if (value?.fail) throw new RangeError(value.fail);
  if (value?.exit) process.exit(7);
  if (value?.forever) for (;;);
  if (value?.buffer) return new Uint8Array(value.buffer).reduce((a, b) => a + b, 0);
  return value * 2;
}
module.exports = work;
module.exports.work = work;
module.exports.inThread = () => threadId > 0;
