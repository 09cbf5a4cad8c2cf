'use strict';

// A session of a server.

const { RegExpPrototypeExec, SetPrototypeAdd } = require('internal/primordials');
const {
  codes: {
    ERR_HTTP2_ALTSVC_INVALID_ORIGIN, ERR_HTTP2_ALTSVC_LENGTH, ERR_HTTP2_INVALID_ORIGIN, ERR_HTTP2_INVALID_SESSION,
    ERR_HTTP2_ORIGIN_LENGTH, ERR_INVALID_ARG_TYPE, ERR_INVALID_CHAR, ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { validateString } = require('internal/validators');
const { NGHTTP2_SESSION_SERVER } = require('internal/http2/constants');
const { originOf } = require('internal/http2/origin_set');
const { Http2Session } = require('internal/http2/session');
const { listener } = require('internal/http2/session_events');
const { kEndpoint, kServer, kSessions } = require('internal/http2/symbols');

const MAX_TEXT = 2 ** 14 - 2;
const VALUE = /^[\x09\x20-\x5b\x5d-\x7e\x80-\xff]*$/;

class ServerHttp2Session extends Http2Session {
  constructor(options, socket, server) {
    super(NGHTTP2_SESSION_SERVER, options, socket, listener);
    this[kServer] = server;
    if (server !== undefined) SetPrototypeAdd(server[kSessions], this);
  }

  get server() { return this[kServer]; }

  altsvc(alt, originOrStream) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    let stream = 0;
    let origin;
    if (typeof originOrStream === 'string') {
      origin = originOf(originOrStream);
      if (origin === 'null') throw new ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
    } else if (typeof originOrStream === 'number') {
      if (originOrStream >>> 0 !== originOrStream || originOrStream === 0) {
        throw new ERR_OUT_OF_RANGE('originOrStream', `> 0 && < ${2 ** 32}`, originOrStream);
      }
      stream = originOrStream;
    } else if (originOrStream !== undefined) {
      origin = originOrStream?.origin;
      if (typeof origin !== 'string') {
        throw new ERR_INVALID_ARG_TYPE('originOrStream', ['string', 'number', 'URL', 'object'], originOrStream);
      }
      if (origin === 'null' || origin.length === 0) throw new ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
    }
    validateString(alt, 'alt');
    if (RegExpPrototypeExec(VALUE, alt) === null) throw new ERR_INVALID_CHAR('alt');
    if (alt.length + (origin === undefined ? 0 : origin.length) > MAX_TEXT) throw new ERR_HTTP2_ALTSVC_LENGTH();
    this[kEndpoint].altsvc(stream, origin ?? '', alt);
  }

  origin(...origins) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (origins.length === 0) return;
    const list = [];
    let length = 0;
    for (let i = 0; i < origins.length; i++) {
      let origin = origins[i];
      if (typeof origin === 'string') origin = originOf(origin);
      else if (origin != null && typeof origin === 'object') origin = origin.origin;
      validateString(origin, 'origin');
      if (origin === 'null') throw new ERR_HTTP2_INVALID_ORIGIN();
      list[i] = origin;
      length += origin.length;
    }
    if (length > MAX_TEXT) throw new ERR_HTTP2_ORIGIN_LENGTH();
    this[kEndpoint].origin(list);
  }
}

module.exports = { ServerHttp2Session };
