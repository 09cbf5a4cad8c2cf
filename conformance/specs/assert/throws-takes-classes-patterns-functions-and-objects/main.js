'use strict';
Error.stackTraceLimit = 0;
const assert = require('node:assert');
const expectations = [undefined, Error, TypeError, /bad/, /worse/, { message: 'bad' }, { message: /ba./, code: 'E' }, {},
  new Error('bad'), new RangeError('bad'), () => true, function check() { return 0; }, class Own extends Error {}, 'bad', 'hint', 5];
const runs = { error: () => { throw new Error('bad'); }, text: () => { throw 'bad'; }, nothing: () => {}, none: null };
for (const method of ['throws', 'doesNotThrow']) {
  for (const [name, run] of Object.entries(runs)) {
    for (const expectation of expectations) {
      for (const message of [[], ['told']]) {
        try {
          assert[method](run, expectation, ...message);
          console.log(method, name, 'holds');
        } catch (error) {
          console.log(method, name, error?.code, error?.message ?? error, error?.generatedMessage);
        }
      }
    }
  }
}
