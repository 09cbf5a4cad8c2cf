'use strict';
const { Duplex, PassThrough, Readable, Writable } = require('stream');
(async () => {
  const all = async (stream) => {
    const out = [];
    for await (const chunk of stream) out.push(chunk);
    return out;
  };
  console.log(await all(Readable.toWeb(Readable.from(['a', { b: 1 }]))));
  console.log(await all(Readable.toWeb(Readable.from([Buffer.from('bytes')], { objectMode: false }))));
  const bytes = Readable.toWeb(Readable.from([Buffer.from('bytes')], { objectMode: false }), { type: 'bytes' });
  console.log(bytes, await bytes.getReader({ mode: 'byob' }).read(new Uint8Array(3)));

  const written = [];
  const writer = Writable.toWeb(new Writable({
    write(chunk, encoding, callback) { written.push(chunk); setImmediate(callback); },
    final(callback) { written.push('final'); callback(); },
  })).getWriter();
  await writer.write('text');
  await writer.write(new Uint8Array([1, 2]));
  await writer.close();
  console.log(written);

  const { readable, writable } = Duplex.toWeb(new PassThrough());
  const pair = writable.getWriter();
  pair.write('through');
  pair.close();
  console.log(Buffer.concat(await all(readable)).toString());

  const broken = new Readable({ read() {} });
  const reader = Readable.toWeb(broken).getReader();
  broken.destroy(new Error('broken'));
  await reader.read().catch((error) => console.log(error.message));
  const early = new Readable({ read() {} });
  const waiting = Readable.toWeb(early).getReader().read();
  early.destroy();
  await waiting.catch((error) => console.log(error.name, error.code, error.cause?.code));
  const canceled = new Readable({ read() {} });
  canceled.on('error', (error) => console.log('error', error.message)).on('close', () => console.log('close'));
  await Readable.toWeb(canceled).cancel(new Error('unwanted'));
})();
