'use strict';

const { ClientRequest } = require('internal/http/client');

module.exports = { ClientRequest };
