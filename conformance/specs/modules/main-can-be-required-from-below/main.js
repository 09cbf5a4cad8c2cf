'use strict';
exports.name = 'main';
require('./child.js');
