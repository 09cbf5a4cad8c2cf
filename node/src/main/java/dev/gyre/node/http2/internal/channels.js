'use strict';

// Diagnostics channels of HTTP/2.

const { channel } = require('diagnostics_channel');

module.exports = {
  clientCreated: channel('http2.client.stream.created'),
  clientStart: channel('http2.client.stream.start'),
  clientError: channel('http2.client.stream.error'),
  clientBodyChunkSent: channel('http2.client.stream.bodyChunkSent'),
  clientBodySent: channel('http2.client.stream.bodySent'),
  clientFinish: channel('http2.client.stream.finish'),
  clientClose: channel('http2.client.stream.close'),
  serverCreated: channel('http2.server.stream.created'),
  serverStart: channel('http2.server.stream.start'),
  serverError: channel('http2.server.stream.error'),
  serverFinish: channel('http2.server.stream.finish'),
  serverClose: channel('http2.server.stream.close'),
};
