'use strict';

const { OutgoingMessage, validateHeaderName, validateHeaderValue } = require('internal/http/outgoing');

module.exports = { OutgoingMessage, validateHeaderName, validateHeaderValue };
