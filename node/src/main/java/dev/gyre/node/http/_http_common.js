'use strict';

const { ReflectApply } = require('internal/primordials');
const { kIncomingMessage } = require('internal/http/server_connection');
const parser = require('internal/http/parser');
const { LISTED_METHODS, hasBadChar, isToken } = require('internal/http/syntax');

module.exports = {
  _checkInvalidHeaderChar: hasBadChar,
  _checkIsHttpToken: isToken,
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: '\r\n',
  methods: LISTED_METHODS,
  kIncomingMessage,
  get HTTPParser() { return require('internal/http/http_parser').HTTPParser; },
  prepareError: (...args) => ReflectApply(require('internal/http/http_parser').prepareError, undefined, args),
  isLenient: parser.isInsecure,
  calculateLenientFlags: (httpValidation, insecureHTTPParser) => parser.leniency({ httpValidation, insecureHTTPParser }),
};
