'use strict';

// The private fields of OutgoingMessage.

const { Symbol } = require('internal/primordials');

const kSocket = Symbol('kSocket');
const kHeaders = Symbol('kOutHeaders'); // a HeaderList, or null before the first header is set
const kNeedDrain = Symbol('kNeedDrain');
const kUniqueHeaders = Symbol('kUniqueHeaders');
const kConnection = Symbol('kConnection'); // the ServerConnection, which handles the end of a response before its listeners do
const kCorked = Symbol('corked');
const kChunks = Symbol('kChunks'); // written while corked: [chunk, encoding, callback, ...]
const kChunksLength = Symbol('kChunksLength');
const kBytesWritten = Symbol('kBytesWritten');
const kErrored = Symbol('errored');
const kFlushError = Symbol('kFlushError');
const kWritableFinished = Symbol('kWritableFinished');
const kEndCallbacks = Symbol('kEndCallbacks');
const kHighWaterMark = Symbol('kHighWaterMark');
const kRejectsBody = Symbol('kRejectNonStandardBodyWrites');

module.exports = {
  kSocket, kHeaders, kNeedDrain, kUniqueHeaders, kConnection, kCorked, kChunks, kChunksLength,
  kBytesWritten, kErrored, kFlushError, kWritableFinished, kEndCallbacks, kHighWaterMark, kRejectsBody,
};
