'use strict';
const { test } = require('node:test');
test('ended', () => { setImmediate(() => { throw new Error('late'); }); });
test('meanwhile', (t, done) => setTimeout(done, 20));
setTimeout(() => Promise.reject(new Error('of nobody')), 400);
