'use strict';
const { Duplex, Readable, Writable } = require('stream');
function watch(name, stream) {
  for (const event of ['data', 'readable', 'end', 'prefinish', 'finish', 'drain', 'pause', 'resume', 'pipe', 'unpipe', 'error', 'close']) {
    if (event === 'readable' && name !== 'paused') continue;
    if (event === 'data' && name === 'paused') continue;
    stream.on(event, (value) => console.log(name, event, value instanceof Error ? value.message : String(value ?? '')));
  }
  return stream;
}
async function settled() {
  for (let i = 0; i < 5; i++) await new Promise(setImmediate);
}
(async () => {
  let left = 3;
  watch('flowing', new Readable({ encoding: 'utf8', read() { this.push(left-- > 0 ? `chunk ${left}` : null); } }));
  await settled();

  const paused = watch('paused', new Readable({ encoding: 'utf8', read() {} }));
  paused.push('abc');
  paused.push('def');
  paused.push(null);
  paused.on('readable', () => {
    for (let chunk; (chunk = paused.read(2)) !== null;) console.log('read', chunk, paused.readableLength);
  });
  await settled();

  const written = watch('writable', new Writable({
    highWaterMark: 4,
    write(chunk, encoding, callback) { console.log('write', String(chunk), encoding); setImmediate(callback); },
    final(callback) { console.log('final'); callback(); },
  }));
  console.log(written.write('ab'), written.write('cd', () => console.log('written')), written.writableNeedDrain, written.writableLength);
  written.once('drain', () => written.end('ef', () => console.log('ended')));
  await settled();
  console.log(written.writableFinished, written.destroyed, written.closed);

  const failing = watch('failing', new Duplex({
    read() {},
    write(chunk, encoding, callback) { callback(new Error('no room')); },
    destroy(error, callback) { console.log('destroy', error?.message); callback(error); },
  }));
  failing.write('x', (error) => console.log('answered', error.message));
  failing.write('y', (error) => console.log('answered too', error.message));
  console.log(failing.errored?.message, failing.destroyed);
  await settled();
  console.log(failing.readableAborted, failing.writableAborted, failing.errored.message);
  failing.write('z', (error) => console.log(error.code));
  failing.end((error) => console.log(error.code));
  await settled();

  const slow = watch('constructed', new Writable({
    construct(callback) { console.log('construct'); setImmediate(callback); },
    write(chunk, encoding, callback) { console.log('write', String(chunk)); callback(); },
    writev(chunks, callback) { console.log('writev', chunks.map(({ chunk }) => String(chunk)).join('+'), chunks.allBuffers); callback(); },
  }));
  slow.write('1');
  slow.write('2');
  slow.end('3');
  await settled();
})();
