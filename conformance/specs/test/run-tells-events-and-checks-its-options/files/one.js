'use strict';
const { test } = require('node:test');

test('one', { tags: ['x'] }, (t) => { t.log('a message', { value: 1 }); });
test('two', () => { throw new TypeError('thrown', { cause: Symbol('why') }); });
