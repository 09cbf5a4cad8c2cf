'use strict';
const stream = require('stream');
for (const name of Object.keys(stream)) console.log(name, typeof stream[name]);
const kinds = { Readable: new stream.Readable(), Writable: new stream.Writable(), Duplex: new stream.Duplex(), Transform: new stream.Transform({ readableHighWaterMark: 0 }), PassThrough: new stream.PassThrough({ objectMode: true }) };
for (const [name, object] of Object.entries(kinds)) {
  console.log(name, object.eventNames(), Object.keys(object));
  for (const key of ['readable', 'readableAborted', 'readableDidRead', 'readableEncoding', 'readableEnded', 'readableFlowing', 'readableHighWaterMark', 'readableLength', 'readableObjectMode', 'writable', 'writableAborted', 'writableCorked', 'writableEnded', 'writableFinished', 'writableHighWaterMark', 'writableLength', 'writableNeedDrain', 'writableObjectMode', 'closed', 'destroyed', 'errored', 'allowHalfOpen']) {
    if (key in object) console.log(' ', key, object[key]);
  }
  console.log(' ', object instanceof stream, object instanceof stream.Readable, object instanceof stream.Writable, object instanceof stream.Duplex);
}
for (const side of [kinds.Duplex._readableState, kinds.Duplex._writableState]) {
  for (const key of ['objectMode', 'highWaterMark', 'length', 'flowing', 'ended', 'endEmitted', 'reading', 'constructed', 'sync', 'needReadable', 'emittedReadable', 'destroyed', 'errored', 'closed', 'autoDestroy', 'emitClose', 'defaultEncoding', 'encoding', 'decoder', 'pipes', 'awaitDrainWriters', 'corked', 'pendingcb', 'writing', 'ending', 'finished', 'needDrain', 'bufferedRequestCount', 'decodeStrings', 'buffered']) {
    if (key in side) console.log(key, side[key]);
  }
}
console.log(stream.getDefaultHighWaterMark(false), stream.getDefaultHighWaterMark(true));
for (const bad of [() => new stream.Readable({ highWaterMark: -1 }), () => new stream.Duplex({ readableHighWaterMark: 'a' }), () => new stream.Writable({ defaultEncoding: 'x' }), () => kinds.Writable.write(null), () => kinds.Writable.write(1), () => kinds.Writable.write('a', 'x'), () => stream.setDefaultHighWaterMark(false, -1)]) {
  try {
    bad();
  } catch (error) {
    console.log(error.code, error.message);
  }
}
