'use strict';

const { ArrayPrototypePop, ArrayPrototypePush, ReflectApply } = require('internal/primordials');
const { kIncomingMessage } = require('internal/http/server_connection');
const parser = require('internal/http/parser');
const { LISTED_METHODS, hasBadChar, isToken } = require('internal/http/syntax');

// Parsers that are done can be used again. The core's own don't come from here.
const parsers = {
  name: 'parsers',
  max: 1000,
  list: [],
  alloc() { return ArrayPrototypePop(this.list) ?? new (require('internal/http/http_parser').HTTPParser)(); },
  free(parser) {
    if (this.list.length >= this.max) return false;
    ArrayPrototypePush(this.list, parser);
    return true;
  },
};

function freeParser(parser, req, socket) {
  if (parser) {
    parser.unconsume();
    parser.close();
    parsers.free(parser);
  }
  if (req) req.parser = null;
  if (socket) socket.parser = null;
}

module.exports = {
  _checkInvalidHeaderChar: hasBadChar,
  _checkIsHttpToken: isToken,
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: '\r\n',
  methods: LISTED_METHODS,
  kIncomingMessage,
  freeParser,
  parsers,
  get HTTPParser() { return require('internal/http/http_parser').HTTPParser; },
  prepareError: (...args) => ReflectApply(require('internal/http/http_parser').prepareError, undefined, args),
  isLenient: parser.isInsecure,
  calculateLenientFlags: (httpValidation, insecureHTTPParser) => parser.leniency({ httpValidation, insecureHTTPParser }),
};
