'use strict';
const { PassThrough, Readable, Transform, Writable } = require('stream');
async function settled() {
  for (let i = 0; i < 8; i++) await new Promise(setImmediate);
}
(async () => {
  let made = 0;
  const source = new Readable({ highWaterMark: 4, read() { made++; this.push(made > 50 ? null : Buffer.from('ab')); } });
  const twice = new Transform({
    readableHighWaterMark: 4, writableHighWaterMark: 4,
    transform(chunk, encoding, callback) { callback(null, Buffer.concat([chunk, chunk])); },
  });
  const waiting = [];
  const sink = new Writable({ highWaterMark: 2, write(chunk, encoding, callback) { waiting.push(callback); } });
  source.pipe(twice).pipe(sink);
  await settled();
  console.log(made, source.readableLength, twice.writableLength, twice.readableLength, sink.writableLength, source.isPaused());
  let answered = 0;
  while (waiting.length > 0) {
    waiting.shift()();
    answered++;
    await settled();
  }
  console.log(made, answered, sink.writableFinished, source.destroyed, twice.destroyed);

  // Two destinations: the slower one counts. What was unpiped does not.
  const both = new PassThrough();
  const slow = new Writable({ highWaterMark: 1, write(chunk, encoding, callback) { console.log('slow', String(chunk)); slow.answer = callback; } });
  const fast = new Writable({ write(chunk, encoding, callback) { console.log('fast', String(chunk)); callback(); } });
  both.pipe(slow);
  both.pipe(fast);
  both.write('1');
  both.write('2');
  both.end('3');
  await settled();
  console.log(both.isPaused(), both._readableState.pipes.length);
  both.unpipe(slow);
  await settled();
  console.log(both.isPaused(), fast.writableFinished, slow.writableEnded);
})();
