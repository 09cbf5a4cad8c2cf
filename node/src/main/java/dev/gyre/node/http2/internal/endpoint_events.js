'use strict';

// What an endpoint does with the frames that it receives, by the kind of the event. Each function gets the endpoint, the
// stream's number, two values, a text and the chunk in which the frame was.

const {
  ArrayPrototypePush, ArrayPrototypeShift, MathMin, Number, StringPrototypeCharCodeAt, StringPrototypeSlice,
  StringPrototypeSplit,
} = require('internal/primordials');
const { Http2Event, Http2Facts } = require('internal/layout');
const { performance } = require('perf_hooks');
const { bufferFrom, bufferOfLatin1 } = require('internal/http2/bytes');
const nghttp = require('internal/http2/nghttp_error');

const NO_ERROR = 0;
const PROTOCOL_ERROR = 1;
const INTERNAL_ERROR = 2;
const FLOW_CONTROL_ERROR = 3;
const STREAM_CLOSED = 5;
const REFUSED_STREAM = 7;
const CANCEL = 8;
const ENHANCE_YOUR_CALM = 11;

const { END_STREAM } = Http2Facts;
const MAX_WINDOW = 2 ** 31 - 1;
const MAX_FRAME_BYTES = 2 ** 24 - 1;
const MAX_ACKS_WAITING = 1000;
const STREAM_BYTES = 700;
const HEADER_BYTES = 30; // counted for a header, besides its text
const ALTSVC = 10;
const ORIGIN = 12;

// Categories of headers, as programs see them.
const REQUEST = 0;
const RESPONSE = 1;
const PUSH_RESPONSE = 2;
const OTHER_HEADERS = 3;

const PSEUDO = Http2Facts.METHOD | Http2Facts.SCHEME | Http2Facts.PATH | Http2Facts.AUTHORITY | Http2Facts.PROTOCOL |
  Http2Facts.STATUS;
const REQUIRED = Http2Facts.METHOD | Http2Facts.SCHEME | Http2Facts.PATH;

const received = [];

function isIdle(endpoint, id) {
  return endpoint.isLocal(id) ? id >= endpoint.nextStreamId : id > endpoint.lastReceivedId;
}

// ---- DATA

received[Http2Event.DATA_BEGIN] = (endpoint, id, flags, length) => {
  endpoint.received += length;
  if (endpoint.received > endpoint.receiveWindow) {
    endpoint.fail(FLOW_CONTROL_ERROR, nghttp.PROTO);
    return;
  }
  const end = endpoint.streams.lookUp(id);
  if (end === undefined) {
    if (isIdle(endpoint, id)) endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'DATA: stream in idle');
    else endpoint.consumeConnection(length);
    return;
  }
  if (end.isRemoteClosed) {
    endpoint.fail(STREAM_CLOSED, nghttp.PROTO, 'DATA: stream in half-closed(remote)');
    return;
  }
  if (!end.hasHeaders) {
    endpoint.consumeConnection(length);
    endpoint.reset(end, PROTOCOL_ERROR);
    return;
  }
  end.received += length;
  end.frameLeft = length; // what is no data in the end is padding
  if (end.received > end.receiveWindow) endpoint.fail(FLOW_CONTROL_ERROR, nghttp.PROTO);
  else if (length === 0 && (flags & END_STREAM) === 0) countInvalid(endpoint);
};

received[Http2Event.DATA] = (endpoint, id, at, length, _text, chunk) => {
  const end = endpoint.streams.lookUp(id);
  if (end === undefined) return;
  endpoint.consumeConnection(length);
  end.frameLeft -= length;
  if (end.rstCode !== undefined) return;
  end.contentReceived += length;
  if (end.contentLength >= 0 && end.contentReceived > end.contentLength) {
    endpoint.reset(end, PROTOCOL_ERROR);
    return;
  }
  endpoint.listener.data(end, bufferFrom(chunk, at, at + length));
  if (end.isReading) endpoint.consumeStream(end, length);
  else end.consumedWhilePaused += length;
};

received[Http2Event.DATA_END] = (endpoint, id, flags) => {
  const end = endpoint.streams.lookUp(id);
  if (end === undefined) return;
  if (end.frameLeft > 0) {
    endpoint.consumeConnection(end.frameLeft);
    endpoint.consumeStream(end, end.frameLeft);
  }
  if ((flags & END_STREAM) !== 0 && end.rstCode === undefined) endOfBody(endpoint, end);
};

function endOfBody(endpoint, end) {
  if (end.contentLength >= 0 && end.contentLength !== end.contentReceived) {
    endpoint.reset(end, PROTOCOL_ERROR);
    return;
  }
  endpoint.listener.end(end);
  endpoint.closeRemote(end);
}

// ---- HEADERS

received[Http2Event.HEADERS] = (endpoint, id, facts, _b, text) => {
  const end = endpoint.streams.lookUp(id);
  if (end !== undefined) headersOfKnown(endpoint, end, facts, text);
  else if (endpoint.isServer) headersOfNew(endpoint, id, facts, text);
  else if (isIdle(endpoint, id)) endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'HEADERS: stream in idle');
};

function headersOfNew(endpoint, id, facts, text) {
  if (id % 2 === 0) {
    endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'request HEADERS: invalid stream_id');
    return;
  }
  if (id <= endpoint.lastReceivedId) return; // of a stream that is closed
  endpoint.lastReceivedId = id;
  if (endpoint.isGoawaySent) return;
  if (endpoint.remoteStreams >= endpoint.localSettings.maxConcurrentStreams) {
    endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'request HEADERS: max concurrent streams exceeded');
    return;
  }
  if (endpoint.remoteStreams >= pendingMaxStreams(endpoint)) {
    refuse(endpoint, id, REFUSED_STREAM);
    return;
  }
  if (!endpoint.hasMemoryFor(STREAM_BYTES + text.length)) {
    if (endpoint.rejectedStreams++ > endpoint.maxRejectedStreams) endpoint.listener.error(endpoint.session, nghttp.CALLBACK_FAILURE);
    else refuse(endpoint, id, ENHANCE_YOUR_CALM);
    return;
  }
  endpoint.rejectedStreams = 0;
  endpoint.lastProcessedId = id;
  if ((facts & Http2Facts.OVER_LIMIT) !== 0) {
    refuse(endpoint, id, ENHANCE_YOUR_CALM);
    return;
  }
  if (!isRequest(endpoint, facts)) {
    refuse(endpoint, id, PROTOCOL_ERROR);
    countInvalid(endpoint);
    return;
  }
  const end = endpoint.addStream(id);
  end.hasHeaders = true;
  end.isConnect = (facts & Http2Facts.IS_CONNECT) !== 0;
  setContentLength(end, facts, text);
  if (isTooShort(end, facts)) endpoint.reset(end, PROTOCOL_ERROR);
  else tell(endpoint, end, REQUEST, facts, text);
}

const isTooShort = (end, facts) => (facts & END_STREAM) !== 0 && end.contentLength >= 0 && !end.isHead &&
  end.contentLength !== end.contentReceived;

function pendingMaxStreams(endpoint) {
  let max = endpoint.localSettings.maxConcurrentStreams;
  for (let i = 0; i < endpoint.sentSettings.length; i++) {
    max = MathMin(max, endpoint.sentSettings[i].settings.maxConcurrentStreams ?? max);
  }
  return max;
}

function refuse(endpoint, id, code) {
  endpoint.output.rstStream(id, code);
}

function isRequest(endpoint, facts) {
  if ((facts & Http2Facts.MALFORMED) !== 0) return false;
  const isConnect = (facts & Http2Facts.IS_CONNECT) !== 0;
  if ((facts & Http2Facts.PROTOCOL) === 0) {
    if (isConnect) return (facts & (Http2Facts.SCHEME | Http2Facts.PATH)) === 0 && (facts & Http2Facts.AUTHORITY) !== 0;
  } else if (!endpoint.allowsExtendedConnect || !isConnect || (facts & Http2Facts.AUTHORITY) === 0) {
    return false;
  }
  return (facts & REQUIRED) === REQUIRED && (facts & (Http2Facts.AUTHORITY | Http2Facts.HOST)) !== 0;
}

function setContentLength(end, facts, text) {
  end.contentLength = (facts & Http2Facts.CONTENT_LENGTH) === 0 ? -1 : Number(valueOf(text, 'content-length'));
}

function headersOfKnown(endpoint, end, facts, text) {
  if (end.isRemoteClosed && !end.isPushed) {
    endpoint.fail(STREAM_CLOSED, nghttp.STREAM_CLOSED, 'HEADERS: stream closed');
    return;
  }
  if (end.rstCode !== undefined) return;
  if ((facts & Http2Facts.OVER_LIMIT) !== 0 || !endpoint.hasMemoryFor(text.length)) {
    endpoint.reset(end, ENHANCE_YOUR_CALM);
    return;
  }
  const isFirst = !end.hasHeaders;
  const isValid = endpoint.isServer || !isFirst ? isTrailers(facts) : isResponse(end, facts, text);
  if (!isValid || isTooShort(end, facts)) {
    endpoint.reset(end, PROTOCOL_ERROR);
    countInvalid(endpoint);
    return;
  }
  const category = endpoint.isServer || !isFirst || end.hadResponse ? OTHER_HEADERS : end.isPushed ? PUSH_RESPONSE : RESPONSE;
  if (category === PUSH_RESPONSE) endpoint.reservedStreams--;
  end.hadResponse = true;
  tell(endpoint, end, category, facts, text);
}

// Headers behind the first are the last: they end the stream.
const isTrailers = (facts) => (facts & (Http2Facts.MALFORMED | PSEUDO)) === 0 && (facts & END_STREAM) !== 0;

function isResponse(end, facts, text) {
  if ((facts & Http2Facts.MALFORMED) !== 0 || (facts & Http2Facts.STATUS) === 0) return false;
  const status = Number(valueOf(text, ':status'));
  if (status < 200) return (facts & END_STREAM) === 0;
  end.hasHeaders = true;
  setContentLength(end, facts, text);
  if (end.isHead || status === 204 || status === 304) end.contentLength = 0;
  else if (end.isConnect) end.contentLength = -1;
  return true;
}

function valueOf(text, name) {
  const lines = StringPrototypeSplit(text, '\n');
  for (let i = 0; i < lines.length; i += 2) if (lines[i] === name || lines[i] === `\t${name}`) return lines[i + 1];
  return undefined;
}

function tell(endpoint, end, category, facts, text) {
  const { list, object } = endpoint.lastReceived.read(text, (facts & Http2Facts.SENSITIVE) !== 0);
  const bytes = text.length + list.length / 2 * HEADER_BYTES;
  end.headerBytes += bytes;
  endpoint.memoryBytes += bytes;
  const isEnd = (facts & END_STREAM) !== 0;
  endpoint.listener.headers(endpoint.session, end, category, isEnd, list, object);
  if (!isEnd || end.isClosed || end.rstCode !== undefined) return;
  endpoint.closeRemote(end);
}

received[Http2Event.PUSH_PROMISE] = (endpoint, id, facts, promised, text) => {
  const parent = endpoint.streams.lookUp(id);
  if (endpoint.isServer || !endpoint.localSettings.enablePush || promised % 2 !== 0 || promised <= endpoint.lastReceivedId) {
    endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'PUSH_PROMISE: invalid');
    return;
  }
  endpoint.lastReceivedId = promised;
  if (endpoint.isGoawaySent) return;
  if (parent === undefined || parent.isRemoteClosed) {
    if (isIdle(endpoint, id)) endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'PUSH_PROMISE: stream in idle');
    else refuse(endpoint, promised, REFUSED_STREAM);
    return;
  }
  if (!isRequest(endpoint, facts)) {
    refuse(endpoint, promised, PROTOCOL_ERROR);
    return;
  }
  if (endpoint.reservedStreams >= endpoint.maxReservedStreams) {
    refuse(endpoint, promised, CANCEL);
    return;
  }
  endpoint.reservedStreams++;
  endpoint.lastProcessedId = promised;
  const end = endpoint.addStream(promised);
  end.isPushed = true;
  end.isLocalClosed = true;
  end.isHead = (facts & Http2Facts.IS_HEAD) !== 0;
  tell(endpoint, end, OTHER_HEADERS, facts & ~END_STREAM, text);
};

// ---- the other frames

// Invalid frames are ignored, but not without end.
function countInvalid(endpoint) {
  if (endpoint.invalidFrames++ > endpoint.maxInvalidFrames) {
    endpoint.listener.error(endpoint.session, nghttp.CALLBACK_FAILURE, 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES');
  }
}

received[Http2Event.PRIORITY] = (endpoint, id, dependsOn, weight) => {
  if (dependsOn === id) {
    endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'depend on itself');
    return;
  }
  endpoint.listener.priority(endpoint.session, id, dependsOn, weight < 0 ? -weight : weight, weight < 0);
};

received[Http2Event.RST_STREAM] = (endpoint, id, code) => {
  const end = endpoint.streams.lookUp(id);
  if (end === undefined && isIdle(endpoint, id)) {
    endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'RST_STREAM: stream in idle');
    return;
  }
  if (endpoint.isServer && !mayReset(endpoint)) {
    endpoint.fail(INTERNAL_ERROR, nghttp.PROTO);
    return;
  }
  if (end !== undefined) endpoint.close(end, code >>> 0);
};

// A bucket of tokens: clients that begin streams and cancel them at once would make the server work for nothing.
function mayReset(endpoint) {
  const nowMs = performance.now();
  const seconds = (nowMs - endpoint.resetMs) / 1000;
  if (seconds >= 1) {
    endpoint.resetMs = nowMs;
    endpoint.resetTokens = MathMin(endpoint.maxResetTokens, endpoint.resetTokens + seconds * endpoint.resetRate);
  }
  if (endpoint.resetTokens < 1) return false;
  endpoint.resetTokens--;
  return true;
}

const isValidSetting = [];
isValidSetting[2] = (value, endpoint) => value === 0 || (value === 1 && endpoint.isServer);
isValidSetting[4] = (value) => value <= MAX_WINDOW;
isValidSetting[5] = (value) => value >= 16384 && value <= MAX_FRAME_BYTES;
// What was enabled can't be disabled.
isValidSetting[8] = (value, endpoint) => value === 1 || (value === 0 && !endpoint.remoteSettings.enableConnectProtocol);

received[Http2Event.SETTING] = (endpoint, _id, setting, signed) => {
  const value = signed >>> 0;
  if (isValidSetting[setting]?.(value, endpoint) === false) {
    const code = setting === 4 ? FLOW_CONTROL_ERROR : PROTOCOL_ERROR;
    endpoint.fail(code, setting === 4 ? nghttp.FLOW_CONTROL : nghttp.PROTO, 'SETTINGS: invalid value');
    return;
  }
  endpoint.setRemote(setting, value);
};

received[Http2Event.SETTINGS_END] = (endpoint, _id, count) => {
  if (count > endpoint.maxSettingEntries) {
    endpoint.fail(ENHANCE_YOUR_CALM, nghttp.PROTO, 'SETTINGS: too many setting entries');
    return;
  }
  if (!endpoint.hasRemoteSettings) {
    endpoint.hasRemoteSettings = true;
    if (!endpoint.wasMaxStreamsTold) endpoint.remoteSettings.maxConcurrentStreams = 4294967295;
  }
  endpoint.output.settingsAck();
  countAck(endpoint);
  endpoint.startWaiting();
  endpoint.listener.settings(endpoint.session);
};

// Each is answered, and the answers would fill our memory if the other side does not read them.
function countAck(endpoint) {
  if (++endpoint.acksWaiting > MAX_ACKS_WAITING) endpoint.listener.error(endpoint.session, nghttp.FLOODED);
}

received[Http2Event.SETTINGS_ACK] = (endpoint) => {
  if (endpoint.sentSettings.length === 0) endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'SETTINGS: unexpected ACK');
  else endpoint.settingsAcknowledged();
};

received[Http2Event.PING] = (endpoint, _id, _a, _b, text) => {
  endpoint.output.pingAck(text);
  countAck(endpoint);
  endpoint.listener.ping(endpoint.session, text);
};

received[Http2Event.PING_ACK] = (endpoint, _id, _a, _b, text) => {
  const ping = ArrayPrototypeShift(endpoint.pings);
  if (ping === undefined) {
    endpoint.listener.error(endpoint.session, nghttp.PROTO);
    return;
  }
  const ms = performance.now() - ping.sentMs;
  endpoint.figures?.pinged(ms);
  ping.callback(true, ms, bufferOfLatin1(text));
};

received[Http2Event.GOAWAY] = (endpoint, lastStream, code, _b, text) => {
  endpoint.isGoawayReceived = true;
  const debug = text === '' ? undefined : bufferOfLatin1(text);
  endpoint.streams.each((end) => {
    if (endpoint.isLocal(end.id) && end.id > lastStream) endpoint.close(end, REFUSED_STREAM);
  });
  endpoint.listener.goaway(endpoint.session, code >>> 0, lastStream, debug);
};

received[Http2Event.WINDOW_UPDATE] = (endpoint, id, increment) => {
  if (id !== 0 && isIdle(endpoint, id)) {
    endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'WINDOW_UPDATE to idle stream');
  } else if (increment === 0) {
    endpoint.fail(PROTOCOL_ERROR, nghttp.PROTO, 'WINDOW_UPDATE: window_size_increment == 0');
  } else if (id === 0) {
    endpoint.sendWindow += increment;
    if (endpoint.sendWindow > MAX_WINDOW) endpoint.fail(FLOW_CONTROL_ERROR, nghttp.FLOW_CONTROL);
  } else {
    const end = endpoint.streams.lookUp(id);
    if (end === undefined) return;
    end.sendWindow += increment;
    if (end.sendWindow > MAX_WINDOW) endpoint.reset(end, FLOW_CONTROL_ERROR);
    else endpoint.resumeData(end);
  }
};

received[Http2Event.EXTENSION] = (endpoint, id, type, _flags, text) => {
  if (endpoint.isServer || text.length < 2) return;
  if (type === ALTSVC) {
    const length = uint16(text, 0);
    if (2 + length > text.length || (id === 0) === (length === 0)) return;
    endpoint.listener.altsvc(endpoint.session, id, StringPrototypeSlice(text, 2, 2 + length), StringPrototypeSlice(text, 2 + length));
  } else if (type === ORIGIN && id === 0) {
    const origins = [];
    for (let at = 0; at + 2 <= text.length;) {
      const length = uint16(text, at);
      if (length > 0) ArrayPrototypePush(origins, StringPrototypeSlice(text, at + 2, at + 2 + length));
      at += 2 + length;
    }
    endpoint.listener.origin(endpoint.session, origins);
  }
};

const uint16 = (text, at) => StringPrototypeCharCodeAt(text, at) << 8 | StringPrototypeCharCodeAt(text, at + 1);

const FATAL = {
  '__proto__': null,
  'Bad client magic byte string': nghttp.BAD_CLIENT_MAGIC,
  'Too many CONTINUATION frames following a HEADER frame': nghttp.TOO_MANY_CONTINUATIONS,
};

received[Http2Event.ERROR] = (endpoint, _id, code, _b, reason) => {
  const fatal = FATAL[reason];
  if (fatal === undefined) endpoint.fail(code, nghttp.PROTO, reason);
  else endpoint.listener.error(endpoint.session, fatal);
};

module.exports = { NO_ERROR, received };
