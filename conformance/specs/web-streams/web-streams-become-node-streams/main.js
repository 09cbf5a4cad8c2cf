'use strict';
const { Duplex, Readable, Writable, finished, pipeline } = require('stream');
const { promisify } = require('util');
(async () => {
  const readable = Readable.fromWeb(new ReadableStream({
    start(controller) { controller.enqueue('a'); controller.enqueue('b'); controller.close(); },
  }), { encoding: 'utf8' });
  for await (const chunk of readable) console.log(chunk);

  const log = [];
  const writable = Writable.fromWeb(new WritableStream({
    write(chunk) { log.push(chunk); },
    close() { log.push('close'); },
    abort(reason) { log.push(`abort ${reason}`); },
  }));
  writable.write('text');
  writable.write(Buffer.from([1]));
  writable.end();
  await promisify(finished)(writable);
  console.log(log);

  const duplex = Duplex.fromWeb(new TransformStream({
    transform(chunk, controller) { controller.enqueue(`${chunk}!`); },
  }), { encoding: 'utf8', objectMode: true });
  duplex.end('hello');
  for await (const chunk of duplex) console.log(chunk);

  const failing = Readable.fromWeb(new ReadableStream({ pull(controller) { controller.error(new Error('torn')); } }));
  failing.on('error', (error) => console.log(error.message)).resume();
  await new Promise((resolve) => failing.on('close', resolve));

  const source = new ReadableStream({ cancel(reason) { console.log('cancel', reason?.message); } });
  const left = Readable.fromWeb(source);
  left.on('error', () => {}).destroy(new Error('no more'));
  await new Promise((resolve) => left.on('close', resolve));

  await promisify(pipeline)(
    ReadableStream.from(['x', 'y']),
    new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk.repeat(2)); } }),
    new WritableStream({ write(chunk) { console.log(chunk); } }),
  );
  for (const wrong of [5, {}, new WritableStream()]) {
    try { Readable.fromWeb(wrong); } catch (error) { console.log(error.code, error.message.split('. ')[0]); }
  }
})();
