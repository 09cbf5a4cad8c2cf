'use strict';

// The `stdio` option: one entry for each of the child's descriptors, used by Java and for creating the parent's streams.

const {
  ArrayFrom, ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypePush, Symbol, itemsOf, joinLists,
} = require('internal/primordials');
const {
  codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_SYNC_FORK_INPUT, ERR_IPC_ONE_PIPE, ERR_IPC_SYNC_FORK },
} = require('internal/errors');
const { StreamHandle } = require('internal/net/stream_handle');
const { isArrayBufferView } = require('util/types');

const STANDARD = 3;
const PIPE = -2;
const IGNORE = -1;

// Marks a stream of ours whose descriptor a child uses: we stop reading from it.
const kIsUsedAsStdio = Symbol('kIsUsedAsStdio');

function fromShortcut(shortcut, channel) {
  const rest = channel === undefined ? [] : [channel];
  switch (shortcut) {
    case 'ignore':
    case 'overlapped':
    case 'pipe': return joinLists([shortcut, shortcut, shortcut], rest);
    case 'inherit': return joinLists([0, 1, 2], rest);
    default: throw new ERR_INVALID_ARG_VALUE('stdio', shortcut);
  }
}

function handleOf(value) {
  for (const candidate of itemsOf([value, value.handle, value._handle])) {
    if (candidate instanceof StreamHandle) return candidate;
  }
  return undefined;
}

// { type, fd }, where fd is the child's descriptor: one of ours, PIPE or IGNORE
function entry(value, i, sync) {
  value ??= i < STANDARD ? 'pipe' : 'ignore';
  if (value === 'ignore') return { __proto__: null, type: 'ignore', fd: IGNORE };
  if (value === 'pipe' || value === 'overlapped' || (typeof value === 'number' && value < 0)) {
    return { __proto__: null, type: value === 'overlapped' ? 'overlapped' : 'pipe', readable: i === 0, writable: i !== 0, fd: PIPE };
  }
  if (value === 'ipc') {
    if (sync) throw new ERR_IPC_SYNC_FORK();
    return { __proto__: null, type: 'pipe', ipc: true, fd: PIPE };
  }
  if (value === 'inherit') return { __proto__: null, type: 'inherit', fd: i };
  if (typeof value === 'number') return { __proto__: null, type: 'fd', fd: value };
  if (typeof value.fd === 'number') return { __proto__: null, type: 'fd', fd: value.fd };
  if (isArrayBufferView(value) || typeof value === 'string') {
    if (sync) return { __proto__: null, type: 'pipe', fd: PIPE, readable: i === 0, writable: i !== 0 };
    throw new ERR_INVALID_SYNC_FORK_INPUT(require('internal/util/inspect').inspect(value));
  }
  const handle = handleOf(value);
  if (handle !== undefined) return { __proto__: null, type: 'wrap', fd: handle.fd, handle, stream: value };
  throw new ERR_INVALID_ARG_VALUE('stdio', value);
}

function stdioEntries(stdio, sync) {
  if (typeof stdio === 'string') stdio = fromShortcut(stdio);
  else if (!ArrayIsArray(stdio)) throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  while (stdio.length < STANDARD) ArrayPrototypePush(stdio, undefined);
  const entries = ArrayFrom(stdio, (value, i) => entry(value, i, sync));
  if (ArrayPrototypeFilter(entries, (it) => it.ipc).length > 1) throw new ERR_IPC_ONE_PIPE();
  return entries;
}

// From now on the child reads from it.
function yieldToChild({ handle, stream }) {
  handle.readStop();
  if (stream === handle) return;
  stream.pause?.();
  stream.readableFlowing = false;
  if (stream._readableState) stream._readableState.reading = false;
  stream[kIsUsedAsStdio] = true;
}

module.exports = { fromShortcut, kIsUsedAsStdio, stdioEntries, yieldToChild };
