'use strict';

const { Http2ServerRequest } = require('internal/http2/compat_request');
const { Http2ServerResponse } = require('internal/http2/compat_response');
const { connect } = require('internal/http2/client');
const { kSensitiveHeaders } = require('internal/http2/headers');
const { createSecureServer, createServer, performServerHandshake } = require('internal/http2/server');
const { getDefaultSettings, getPackedSettings, getUnpackedSettings } = require('internal/http2/settings');

module.exports = {
  connect,
  constants: require('internal/http2/constants'),
  createServer,
  createSecureServer,
  getDefaultSettings,
  getPackedSettings,
  getUnpackedSettings,
  performServerHandshake,
  sensitiveHeaders: kSensitiveHeaders,
  Http2ServerRequest,
  Http2ServerResponse,
};
