'use strict';

// Between Node's streams and web streams: what Readable.toWeb(), Duplex.fromWeb() and the like do.

const { newStreamDuplexFromReadableWritablePair, newStreamReadableFromReadableStream,
        newStreamWritableFromWritableStream } = require('internal/webstreams/from_web');
const { compressionPair, newReadableStreamFromStreamReadable, newReadableWritablePairFromDuplex,
        newWritableStreamFromStreamWritable } = require('internal/webstreams/to_web');

module.exports = {
  compressionPair,
  newReadableStreamFromStreamReadable,
  newReadableWritablePairFromDuplex,
  newStreamDuplexFromReadableWritablePair,
  newStreamReadableFromReadableStream,
  newStreamWritableFromWritableStream,
  newWritableStreamFromStreamWritable,
};
