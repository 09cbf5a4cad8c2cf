'use strict';
const { array, arraySync, broadcast, bytesSync, duplex, from, fromReadable, fromWritable, merge, ondrain, pipeTo, pipeToSync, pull, pullSync, push, share, shareSync, tap, text, textSync, toReadable, toWritable } = require('stream/iter');
const { Readable, Writable } = require('stream');
const upper = (batch) => batch && batch.map((chunk) => Buffer.from(Buffer.from(chunk).toString().toUpperCase()));
(async () => {
  console.log(textSync(['a', ['b', new Uint8Array([99])], new Uint16Array([100])]), bytesSync('é'), arraySync('x').length);
  console.log(await text(pull('abc', upper, tap((batch) => console.log('tapped', batch && batch.length)))));
  console.log(textSync(pullSync(['a', 'b'], { * transform(source) { for (const batch of source) yield batch === null ? '!' : batch; } })));

  const { writer, readable } = push({ budget: 16384 });
  console.log(writer.writeSync('x'.repeat(20000)), writer.writeSync('y'), writer.canWrite);
  const late = writer.write('z');
  await writer.write('too much').catch((error) => console.log(error.code, error.name));
  const drained = ondrain(writer);
  const reading = text(readable);
  await late;
  console.log(await drained, await writer.end(), (await reading).length);

  const [a, b] = duplex();
  await a.writer.write('ping');
  a.writer.endSync();
  console.log(await text(b.readable));

  const { writer: speaker, broadcast: hall } = broadcast();
  const listeners = [text(hall.push()), text(hall.push(upper))];
  await speaker.write('hear');
  await speaker.end();
  console.log(await Promise.all(listeners));

  const shared = share(from(['s', 'h']));
  console.log(await Promise.all([text(shared.pull()), text(shared.pull())]), shared.consumerCount);
  const sharedSync = shareSync('sync');
  console.log(textSync(sharedSync.pull()));
  console.log((await text(merge('1', '2', '3'))).split('').sort().join(''));

  console.log(await text(fromReadable(Readable.from(['r', 'd'], { objectMode: false }))));
  console.log(await toReadable(from('to')).toArray());
  const written = [];
  const classic = new Writable({ write(chunk, encoding, callback) { written.push(String(chunk)); callback(); } });
  console.log(await pipeTo(['p', 'i'], fromWritable(classic)), written);
  const pieces = [];
  console.log(pipeToSync('sync', { writeSync(chunk) { pieces.push(chunk.length); return true; }, endSync() { return 0; }, write() {}, end() {}, fail() {} }), pieces);
  const target = push();
  const collected = text(target.readable);
  toWritable(target.writer).end('end');
  console.log(await collected);
  for (const bad of [() => from(null), () => pull('a', 1), () => textSync(from('a'))]) {
    try {
      bad();
    } catch (error) {
      console.log(error.code);
    }
  }
  await array(from('long'), { limit: 2 }).catch((error) => console.log(error.code));
  await text(from('a'), { signal: AbortSignal.abort(new Error('no')) }).catch((error) => console.log(error.message));
})();
