'use strict';
const assert = require('node:assert');
const message = (run) => {
  try {
    run();
  } catch (error) {
    console.log(error.message);
  }
};
const list = (length, changes) => Object.assign(Array.from({ length }, (_, i) => i), changes);
message(() => assert.deepStrictEqual(list(4), list(4, { 1: 'x' })));
for (const length of [5, 6, 7, 8, 9, 30]) message(() => assert.deepStrictEqual(list(length), list(length, { [length - 1]: 'x' })));
message(() => assert.deepStrictEqual(list(60, { 3: 'a', 40: 'b' }), list(60)));
message(() => assert.deepStrictEqual({ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 3] }, d: 4 }));
message(() => assert.deepStrictEqual(new Map([[{ a: 1 }, 'x']]), new Map([[{ a: 2 }, 'x']])));
message(() => assert.deepStrictEqual([1, 2, 3], [1, 2, 3].map(String)));
message(() => assert.strictEqual(list(60), list(60)));
message(() => assert.strictEqual({ a: 1 }, { a: 1 }));
message(() => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 2 }));
message(() => assert.notDeepStrictEqual(list(60), list(60)));
message(() => new assert.Assert({ diff: 'full' }).deepStrictEqual(list(12, { 0: 'a' }), list(12, { 11: 'b' })));
