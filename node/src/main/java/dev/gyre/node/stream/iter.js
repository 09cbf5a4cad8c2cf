'use strict';

// node:stream/iter, with --experimental-stream-iter: streams as iterables of batches of bytes.

const { ObjectFreeze } = require('internal/primordials');
const { emitExperimentalWarning } = require('internal/deprecation');
const { Broadcast, broadcast } = require('internal/stream/iter/broadcast');
const { fromReadable, fromWritable, toReadable, toReadableSync, toWritable } = require('internal/stream/iter/classic');
const consumers = require('internal/stream/iter/consumers');
const { from, fromSync } = require('internal/stream/iter/from');
const { pipeTo, pipeToSync } = require('internal/stream/iter/pipe_to');
const protocol = require('internal/stream/iter/protocol');
const { pull, pullSync } = require('internal/stream/iter/pull');
const { duplex, push } = require('internal/stream/iter/push');
const { Share, SyncShare, share, shareSync } = require('internal/stream/iter/share');

emitExperimentalWarning('stream/iter');

const {
  broadcastProtocol, drainableProtocol, shareProtocol, shareSyncProtocol, toAsyncStreamable, toStreamable,
} = protocol;

const Stream = ObjectFreeze({
  push,
  duplex,
  from,
  fromSync,
  pull,
  pullSync,
  pipeTo,
  pipeToSync,
  ...consumers,
  broadcast,
  share,
  shareSync,
  toStreamable,
  toAsyncStreamable,
  broadcastProtocol,
  shareProtocol,
  shareSyncProtocol,
  drainableProtocol,
});

module.exports = {
  Stream, ...Stream, Broadcast, Share, SyncShare, fromReadable, fromWritable, toReadable, toReadableSync, toWritable,
};
