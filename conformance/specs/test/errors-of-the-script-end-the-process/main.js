'use strict';
const { test } = require('node:test');
test('never runs', () => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
null.property;
