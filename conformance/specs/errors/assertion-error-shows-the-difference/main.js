'use strict';
require('node:assert').deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] });
