'use strict';

// The DATA frames of an endpoint: one frame of each stream after the other, as far as the windows of streams and connection allow.

const { ArrayPrototypePush, ArrayPrototypeShift, MathMax, MathMin } = require('internal/primordials');

const MAX_FLUSH_BYTES = 1 << 18;

const PADDING_NONE = 0;
const PADDING_ALIGNED = 1;

function sendData(endpoint, doneCalls) {
  let sent = 0;
  let turns = endpoint.ready.length;
  while (endpoint.ready.length > 0 && sent < MAX_FLUSH_BYTES && turns > 0) {
    turns--;
    const end = ArrayPrototypeShift(endpoint.ready);
    end.isReady = false;
    if (end.isClosed || end.isDestroyed || end.isLocalClosed) continue;
    const count = sendFrame(endpoint, end, doneCalls);
    sent += count;
    if (end.isLocalClosed || end.isWaitingForTrailers || (end.queue.length === 0 && !end.isShutDown)) continue;
    if (end.queue.length > 0 && end.sendWindow <= 0) continue; // until a WINDOW_UPDATE comes
    end.isReady = true;
    ArrayPrototypePush(endpoint.ready, end);
    if (count > 0) turns = endpoint.ready.length;
  }
}

// The number of bytes sent.
function sendFrame(endpoint, end, doneCalls) {
  const total = end.queuedBytes;
  if (total === 0 && end.queue.length > 0) end.take(0, doneCalls); // empty chunks
  const room = MathMin(endpoint.remoteSettings.maxFrameSize, endpoint.sendWindow, end.sendWindow);
  let length = MathMin(total, room);
  if (total > 0 && length <= 0) return 0;
  length = MathMax(length, 0);
  const isLast = end.isShutDown && length === total;
  if (length === 0 && !isLast) return 0;
  if (isLast && end.hasTrailers) {
    if (length > 0) writeData(endpoint, end, length, false, room, doneCalls);
    end.hasTrailers = false;
    end.isWaitingForTrailers = true;
    endpoint.listener.wantTrailers(end);
    return length;
  }
  writeData(endpoint, end, length, isLast, room, doneCalls);
  if (isLast) endpoint.closeLocal(end);
  return length;
}

function writeData(endpoint, end, length, isLast, room, doneCalls) {
  const padding = paddingOf(endpoint.padding, length, room);
  const used = length + (padding >= 0 ? padding + 1 : 0);
  end.sendWindow -= used;
  endpoint.sendWindow -= used;
  endpoint.figures?.sends(end.id, length);
  endpoint.output.data(end.id, end.take(length, doneCalls), length, isLast, padding);
}

// Length of the padding, or -1 for none. At most 255 bytes and the field that tells it.
function paddingOf(strategy, length, room) {
  if (strategy === PADDING_NONE || room <= length) return -1;
  const wanted = strategy === PADDING_ALIGNED ? (8 - (length + 9) % 8) % 8 : 256;
  return MathMin(wanted, room - length, 256) - 1;
}

module.exports = { sendData };
