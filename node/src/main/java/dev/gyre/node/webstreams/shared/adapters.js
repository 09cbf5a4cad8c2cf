'use strict';

// Conversions between Node streams and web streams, for Readable.toWeb(), Duplex.fromWeb() and the like.

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
