'use strict';

require('stream');

module.exports = require('internal/core').requirePackage('readable-stream/lib/stream/promises.js');
