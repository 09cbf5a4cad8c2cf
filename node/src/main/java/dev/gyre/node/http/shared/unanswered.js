'use strict';

// Gives up a request whose callback was ended (--block-limit): 503 if nothing was sent, else the connection is destroyed, so
// that the client knows that the answer is not whole. A request that has its whole answer stays as it is.

const { FunctionPrototypeCall } = require('internal/primordials');
const { ServerResponse } = require('internal/http/response');

// A program, or a package that it uses, may have replaced them on the response.
const { writeHead, end } = ServerResponse.prototype;

const TEXT = 'Service Unavailable\n';

function giveUp(response) {
  if (response.finished) return;
  const { socket } = response;
  if (response._header) {
    socket?.destroy();
    return;
  }
  response.shouldKeepAlive = false;
  response.statusMessage = 'Service Unavailable';
  FunctionPrototypeCall(writeHead, response, 503, [
    'Content-Type', 'text/plain', 'Content-Length', `${TEXT.length}`, 'Connection', 'close',
  ]);
  FunctionPrototypeCall(end, response, TEXT);
}

module.exports = { giveUp };
