'use strict';
require('./broken.js');
