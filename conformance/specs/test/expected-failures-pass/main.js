'use strict';
const { test, it } = require('node:test');
test.expectFailure('fails', () => { throw new Error('as expected'); });
it('for a reason', { expectFailure: 'bug 1' }, () => { throw new Error('as expected'); });
test('passes', { expectFailure: true }, () => {});
test('matches', { expectFailure: /as expected/ }, () => { throw new Error('as expected'); });
test('does not match', { expectFailure: { match: RangeError, label: 'bug 2' } }, () => { throw new TypeError('other'); });
