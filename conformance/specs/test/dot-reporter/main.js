'use strict';
const { test } = require('node:test');
for (let i = 0; i < 24; i++) test(`number ${i}`, (t) => t.assert.ok(i !== 22));
