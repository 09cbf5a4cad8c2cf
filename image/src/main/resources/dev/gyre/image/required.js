'use strict';

exports.path = require('node:path');
