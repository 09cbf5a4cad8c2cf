'use strict';

module.exports = require('internal/webstreams/classes');
