'use strict';

const { IncomingMessage } = require('internal/http/incoming');

module.exports = { IncomingMessage };
