'use strict';

// The head of an outgoing message: its text, and the framing of the body and the use of the connection that follow from it.

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypeMap, MathFloor, Number, ObjectKeys, RegExpPrototypeExec,
} = require('internal/primordials');
const { codes: { ERR_HTTP_TRAILER_INVALID, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { Buffer } = require('buffer');
const { fieldName, validateHeaderName, validateHeaderValue } = require('internal/http/syntax');
const { dateLine } = require('internal/http/date');
const { HeaderList } = require('internal/http/header_list');

const CLOSE = /(?:^|\W)close(?:$|\W)/i;
const CHUNKED = /(?:^|\W)chunked(?:$|\W)/i;

const KEEP_ALIVE = 'Connection: keep-alive\r\n';

let lastTimeoutMs;
let lastMax;
let lastLines;

// Cached: a server's messages all have the same timeout.
function keepAliveLines(timeoutMs, maxRequests) {
  if (timeoutMs !== lastTimeoutMs || maxRequests !== lastMax) {
    const max = ~~maxRequests > 0 ? `, max=${maxRequests}` : '';
    lastLines = `${KEEP_ALIVE}Keep-Alive: timeout=${MathFloor(timeoutMs / 1000)}${max}\r\n`;
    lastTimeoutMs = timeoutMs;
    lastMax = maxRequests;
  }
  return lastLines;
}

class Head {
  constructor(message, firstLine) {
    this.message = message;
    this.text = firstLine;
    this.hasConnection = false;
    this.hasLength = false;
    this.hasEncoding = false;
    this.hasDate = false;
    this.hasExpect = false;
    this.hasTrailer = false;
  }

  addNew(name, value) {
    const field = fieldName(name);
    if (field === undefined) validateHeaderName(name);
    this.add(field, value, true);
  }

  add(field, value, isNew) {
    const { message } = this;
    const { lower } = field;
    // RFC 6266: file names in latin1
    if (lower === 'content-disposition' && message._contentLength) {
      value = ArrayIsArray(value) ? ArrayPrototypeMap(value, (one) => Buffer.from(one, 'latin1')) : Buffer.from(value, 'latin1');
    }
    if (!ArrayIsArray(value)) {
      this.addLine(field, value, isNew);
    } else if ((value.length > 1 && lower === 'cookie') || message.hasUniqueHeader(lower)) {
      this.addLine(field, ArrayPrototypeJoin(value, '; '), isNew);
    } else {
      for (let i = 0; i < value.length; i++) this.addLine(field, value[i], isNew);
    }
  }

  addLine(field, value, isNew) {
    const { message } = this;
    if (isNew && (value === undefined || !field.accepts(value))) {
      validateHeaderValue(field.name, value, message._isLenientHeaderValidation());
    }
    this.text += field.lineOf(value);
    switch (field.lower) {
      case 'connection':
        this.hasConnection = true;
        message._removedConnection = false;
        if (RegExpPrototypeExec(CLOSE, value) !== null) message._last = true;
        else message.shouldKeepAlive = true;
        break;
      case 'transfer-encoding':
        this.hasEncoding = true;
        message._removedTE = false;
        if (RegExpPrototypeExec(CHUNKED, value) !== null) message.chunkedEncoding = true;
        break;
      case 'content-length':
        this.hasLength = true;
        message._contentLength = Number(value);
        message._removedContLen = false;
        break;
      case 'keep-alive': message._defaultKeepAlive = false; break;
      case 'date': this.hasDate = true; break;
      case 'expect': this.hasExpect = true; break;
      case 'trailer': this.hasTrailer = true; break;
      default:
    }
  }

  // headers: those of setHeader(), a flat list, a list of pairs, or an object
  addAll(headers) {
    if (!headers) return;
    if (headers instanceof HeaderList) {
      const { entries } = headers;
      for (let i = 0; i < entries.length; i += 3) this.add(entries[i + 1], entries[i + 2], false);
    } else if (!ArrayIsArray(headers)) {
      for (let j = 0, list = ObjectKeys(headers); j < list.length; j++) {
        const name = list[j];
        this.addNew(name, headers[name]);
      }
    } else if (ArrayIsArray(headers[0])) {
      for (let i = 0; i < headers.length; i++) this.addNew(headers[i][0], headers[i][1]);
    } else if (headers.length % 2 !== 0) {
      throw new ERR_INVALID_ARG_VALUE('headers', headers);
    } else {
      for (let i = 0; i < headers.length; i += 2) this.addNew(headers[i], headers[i + 1]);
    }
  }

  // Adds the headers that the program did not set.
  finish() {
    const { message } = this;
    if (message.sendDate && !this.hasDate) this.text += dateLine();
    // These have no body: a zero-length chunk would be parsed as part of the next message.
    if (message.chunkedEncoding && (message.statusCode === 204 || message.statusCode === 304)) {
      message.chunkedEncoding = false;
      message.shouldKeepAlive = false;
    }
    if (message._removedConnection) message._last = !message.shouldKeepAlive;
    else if (!this.hasConnection) this.#addConnection();
    if (!this.hasLength && !this.hasEncoding) this.#addFraming();
    if (this.hasTrailer && message.chunkedEncoding !== true) throw new ERR_HTTP_TRAILER_INVALID();
    return `${this.text}\r\n`;
  }

  #addConnection() {
    const { message } = this;
    const persists = message.shouldKeepAlive && (this.hasLength || message.useChunkedEncodingByDefault || message.agent);
    if (!persists) {
      message._last = true;
      this.text += 'Connection: close\r\n';
    } else if (message.maxRequestsOnConnectionReached) {
      this.text += 'Connection: close\r\n';
    } else {
      const tells = message._keepAliveTimeout && message._defaultKeepAlive;
      this.text += tells ? keepAliveLines(message._keepAliveTimeout, message._maxRequestsPerSocket) : KEEP_ALIVE;
    }
  }

  #addFraming() {
    const { message } = this;
    if (!message._hasBody) {
      message.chunkedEncoding = false;
    } else if (!message.useChunkedEncodingByDefault) {
      message._last = true;
    } else if (!this.hasTrailer && !message._removedContLen && typeof message._contentLength === 'number') {
      this.text += `Content-Length: ${message._contentLength}\r\n`;
    } else if (!message._removedTE) {
      this.text += 'Transfer-Encoding: chunked\r\n';
      message.chunkedEncoding = true;
    } else {
      message._last = true; // only the end of the connection marks the end of the body
    }
  }
}

module.exports = { Head };
