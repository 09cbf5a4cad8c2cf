'use strict';
const assert = require('node:assert');
const value = 1;
assert(value === 2);
