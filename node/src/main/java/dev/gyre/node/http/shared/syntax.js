'use strict';

// The syntax of messages: methods, names, values, status texts.

const {
  ArrayPrototypeFilter, ArrayPrototypeIndexOf, ArrayPrototypeToSorted, ObjectDefineProperty, ObjectKeys,
  RegExpPrototypeExec, SafeMap, StringPrototypeToLowerCase,
} = require('internal/primordials');
const {
  codes: { ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR, ERR_INVALID_HTTP_TOKEN },
  hideStackFrames,
} = require('internal/errors');

// Indexed by the parser's number; dev.gyre.codec.http1.HttpMethod has the same list.
const METHOD_NAMES = [
  'DELETE', 'GET', 'HEAD', 'POST', 'PUT', 'CONNECT', 'OPTIONS', 'TRACE', 'COPY', 'LOCK', 'MKCOL', 'MOVE', 'PROPFIND',
  'PROPPATCH', 'SEARCH', 'UNLOCK', 'BIND', 'REBIND', 'UNBIND', 'ACL', 'REPORT', 'MKACTIVITY', 'CHECKOUT', 'MERGE',
  'M-SEARCH', 'NOTIFY', 'SUBSCRIBE', 'UNSUBSCRIBE', 'PATCH', 'PURGE', 'MKCALENDAR', 'LINK', 'UNLINK', 'SOURCE', 'PRI',
  'DESCRIBE', 'ANNOUNCE', 'SETUP', 'PLAY', 'PAUSE', 'TEARDOWN', 'GET_PARAMETER', 'SET_PARAMETER', 'REDIRECT', 'RECORD',
  'FLUSH', 'QUERY',
];
const FIRST_UNLISTED = ArrayPrototypeIndexOf(METHOD_NAMES, 'PRI');
const LAST_UNLISTED = ArrayPrototypeIndexOf(METHOD_NAMES, 'FLUSH');
const LISTED_METHODS = ArrayPrototypeFilter(METHOD_NAMES, (_, i) => i < FIRST_UNLISTED || i > LAST_UNLISTED);
const METHODS = ArrayPrototypeToSorted(LISTED_METHODS);

const STATUS_CODES = {
  100: 'Continue', 101: 'Switching Protocols', 102: 'Processing', 103: 'Early Hints',
  200: 'OK', 201: 'Created', 202: 'Accepted', 203: 'Non-Authoritative Information', 204: 'No Content',
  205: 'Reset Content', 206: 'Partial Content', 207: 'Multi-Status', 208: 'Already Reported', 226: 'IM Used',
  300: 'Multiple Choices', 301: 'Moved Permanently', 302: 'Found', 303: 'See Other', 304: 'Not Modified',
  305: 'Use Proxy', 307: 'Temporary Redirect', 308: 'Permanent Redirect',
  400: 'Bad Request', 401: 'Unauthorized', 402: 'Payment Required', 403: 'Forbidden', 404: 'Not Found',
  405: 'Method Not Allowed', 406: 'Not Acceptable', 407: 'Proxy Authentication Required', 408: 'Request Timeout',
  409: 'Conflict', 410: 'Gone', 411: 'Length Required', 412: 'Precondition Failed', 413: 'Payload Too Large',
  414: 'URI Too Long', 415: 'Unsupported Media Type', 416: 'Range Not Satisfiable', 417: 'Expectation Failed',
  418: 'I\'m a Teapot', 421: 'Misdirected Request', 422: 'Unprocessable Entity', 423: 'Locked',
  424: 'Failed Dependency', 425: 'Too Early', 426: 'Upgrade Required', 428: 'Precondition Required',
  429: 'Too Many Requests', 431: 'Request Header Fields Too Large', 451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error', 501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable',
  504: 'Gateway Timeout', 505: 'HTTP Version Not Supported', 506: 'Variant Also Negotiates',
  507: 'Insufficient Storage', 508: 'Loop Detected', 509: 'Bandwidth Limit Exceeded', 510: 'Not Extended',
  511: 'Network Authentication Required',
};

const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const BAD_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const BAD_LENIENT_VALUE = /[\0\r\n]|[^\0-\xff]/;

const isToken = (text) => RegExpPrototypeExec(TOKEN, text) !== null;
const hasBadChar = (value, isLenient) => RegExpPrototypeExec(isLenient ? BAD_LENIENT_VALUE : BAD_VALUE, value) !== null;

// V8 compares property names, unlike other strings, by address.
const asPropertyName = (text) => ObjectKeys({ [text]: 0 })[0];

// One spelling of a name. Most messages repeat the value of a name, so the last valid value is kept together with its line.
class FieldName {
  constructor(name) {
    this.name = name;
    this.lower = asPropertyName(StringPrototypeToLowerCase(name));
    this.value = '';
    this.line = `${name}: \r\n`;
  }

  // Whether a value is valid by the strict rules, and so also by the lenient ones.
  accepts(value) {
    if (value === this.value || typeof value === 'number') return true;
    if (hasBadChar(value)) return false;
    if (typeof value === 'string') {
      this.value = value;
      this.line = `${this.name}: ${value}\r\n`;
    }
    return true;
  }

  lineOf(value) {
    return value === this.value ? this.line : `${this.name}: ${value}\r\n`;
  }
}

// Programs use few names repeatedly.
const MAX_KNOWN = 2048;
const known = new SafeMap();

// undefined if it is no valid name.
function fieldName(name) {
  let field = known.get(name);
  if (field === undefined && typeof name === 'string' && isToken(name)) {
    field = new FieldName(name);
    if (known.size < MAX_KNOWN) known.set(name, field);
  }
  return field;
}

const lowerName = (name) => fieldName(name)?.lower ?? StringPrototypeToLowerCase(name);

const validateHeaderName = hideStackFrames((name, label) => {
  if (fieldName(name) === undefined) {
    throw new ERR_INVALID_HTTP_TOKEN.HideStackFramesError(label || 'Header name', name);
  }
});

const validateHeaderValue = hideStackFrames((name, value, isLenient) => {
  if (value === undefined) throw new ERR_HTTP_INVALID_HEADER_VALUE.HideStackFramesError(value, name);
  if (hasBadChar(value, isLenient)) throw new ERR_INVALID_CHAR.HideStackFramesError('header content', name);
});

for (let j = 0, items = [[validateHeaderName, 'validateHeaderName'], [validateHeaderValue, 'validateHeaderValue']]; j < items.length; j++) {
  const { 0: validate, 1: name } = items[j];
  ObjectDefineProperty(validate, 'name', { __proto__: null, value: name });
}

module.exports = {
  LISTED_METHODS, METHOD_NAMES, METHODS, STATUS_CODES, fieldName, isToken, hasBadChar, lowerName, validateHeaderName,
  validateHeaderValue,
};
