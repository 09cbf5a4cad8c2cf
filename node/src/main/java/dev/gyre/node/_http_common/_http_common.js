'use strict';

const { METHODS, hasBadChar, isToken } = require('internal/http/syntax');

module.exports = {
  _checkInvalidHeaderChar: hasBadChar,
  _checkIsHttpToken: isToken,
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: '\r\n',
  methods: METHODS,
};
