'use strict';

// Errors of the network under fetch. Their names, codes and messages are those of the package undici, by which programs know
// Node's fetch.

const { Error, ObjectAssign } = require('internal/primordials');

function errorClass(name, code, text) {
  const Class = class extends Error {
    constructor(message = text, more = undefined) {
      super(message);
      this.name = name;
      this.code = code;
      if (more !== undefined) ObjectAssign(this, more);
    }
  };
  return Class;
}

const ConnectTimeoutError = errorClass('ConnectTimeoutError', 'UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error');
const HeadersTimeoutError = errorClass('HeadersTimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error');
const BodyTimeoutError = errorClass('BodyTimeoutError', 'UND_ERR_BODY_TIMEOUT', 'Body Timeout Error');
const InvalidArgumentError = errorClass('InvalidArgumentError', 'UND_ERR_INVALID_ARG', 'Invalid Argument Error');
const NotSupportedError = errorClass('NotSupportedError', 'UND_ERR_NOT_SUPPORTED', 'Not supported error');
const RequestContentLengthMismatchError = errorClass('RequestContentLengthMismatchError',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'Request body length does not match content-length header');
const SocketError = errorClass('SocketError', 'UND_ERR_SOCKET', 'Socket error');
const RequestAbortedError = errorClass('AbortError', 'UND_ERR_ABORTED', 'Request aborted');

function otherSideClosed(socket) {
  const { localAddress, localPort, remoteAddress, remotePort, remoteFamily, timeout, bytesWritten, bytesRead } = socket;
  return new SocketError('other side closed', { socket: {
    localAddress, localPort, remoteAddress, remotePort, remoteFamily, timeout, bytesWritten, bytesRead,
  } });
}

class HTTPParserError extends Error {
  constructor(reason, code, data) {
    super(`Response does not match the HTTP/1.1 protocol${reason ? ` (${reason})` : ''}`);
    this.name = 'HTTPParserError';
    this.code = code;
    this.data = data;
  }
}

module.exports = {
  BodyTimeoutError, ConnectTimeoutError, HTTPParserError, HeadersTimeoutError, InvalidArgumentError, NotSupportedError,
  RequestAbortedError, RequestContentLengthMismatchError, SocketError, otherSideClosed,
};
