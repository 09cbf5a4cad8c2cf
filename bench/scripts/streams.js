'use strict';
// Chunks through streams: flowing, written, piped through a PassThrough, iterated; and streams that live for one chunk.
const { PassThrough, Readable, Writable } = require('stream');

const chunk = Buffer.alloc(1024);

function source(count) {
  let left = count;
  return new Readable({ read() { this.push(left-- > 0 ? chunk : null); } });
}

const sink = (answer) => new Writable({ write(_, encoding, callback) { answer(callback); } });
const ended = (stream, event) => new Promise((resolve) => stream.on(event, resolve));

function writeAll(stream, count) {
  let left = count;
  const more = () => {
    while (left-- > 0) {
      if (!stream.write(chunk)) {
        stream.once('drain', more);
        return;
      }
    }
    stream.end();
  };
  more();
  return ended(stream, 'finish');
}

(async () => {
  const start = performance.now();
  const flowing = source(300_000);
  flowing.on('data', () => {});
  await ended(flowing, 'end');
  await writeAll(sink((callback) => callback()), 500_000);
  await writeAll(sink(process.nextTick), 300_000);
  await ended(source(100_000).pipe(new PassThrough()).pipe(sink((callback) => callback())), 'finish');
  let bytes = 0;
  for await (const each of source(100_000)) bytes += each.length;
  if (bytes !== 100_000 * chunk.length) throw new Error(`${bytes}`);
  for (let i = 0; i < 30_000; i++) {
    const short = source(1);
    short.resume();
    await writeAll(sink((callback) => callback()), 1);
  }
  console.log(JSON.stringify({ ms: performance.now() - start }));
})();
