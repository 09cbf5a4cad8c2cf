'use strict';
const { Duplex, PassThrough, Readable, Writable, finished, pipeline, compose, duplexPair } = require('stream');
const promises = require('stream/promises');
const outcome = (promise) => promise.then((value) => console.log('ok', value), (error) => console.log(error.name, error.code, error.message));
(async () => {
  const make = () => [Readable.from(['a', 'b']), new PassThrough(), new Writable({ write(chunk, encoding, callback) { callback(); } })];

  let streams = make();
  await outcome(promises.pipeline(streams));
  console.log(streams.map((stream) => stream.destroyed));

  streams = make();
  streams[1]._transform = (chunk, encoding, callback) => callback(new Error('spoiled'));
  await outcome(promises.pipeline(streams));
  console.log(streams.map((stream) => stream.destroyed));

  streams = make();
  const controller = new AbortController();
  const aborted = promises.pipeline(...streams, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await outcome(aborted);

  streams = make();
  await outcome(promises.pipeline(...streams, { end: false }));
  console.log(streams[2].writableEnded);

  await outcome(promises.pipeline(
    async function* ({ signal }) { console.log(signal.aborted); yield 1; yield 2; },
    async function* (source) { for await (const value of source) yield value * 10; },
    async (source) => { let sum = 0; for await (const value of source) sum += value; return sum; },
  ));
  const [left] = make();
  left.destroy();
  await new Promise(setImmediate);
  await outcome(promises.finished(left));
  try {
    pipeline(Readable.from([]), () => {});
  } catch (error) {
    console.log(error.code);
  }

  const upper = compose(async function* (source) {
    for await (const chunk of source) yield String(chunk).toUpperCase();
  }, new PassThrough({ objectMode: true }));
  upper.end('loud');
  console.log(await upper.toArray());

  const [one, two] = duplexPair({ encoding: 'utf8' });
  one.end('ping');
  two.end('pong');
  console.log(await two.toArray(), await one.toArray());

  const pair = Duplex.from({ readable: Readable.from(['x']), writable: new Writable({ write(chunk, encoding, callback) { console.log('into', String(chunk)); callback(); } }) });
  pair.end('y');
  console.log(await pair.toArray());
  finished(pair, (error) => console.log('finished', error));
})();
