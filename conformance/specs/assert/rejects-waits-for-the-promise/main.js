'use strict';
const assert = require('node:assert');
const promises = [() => Promise.reject(new Error('bad')), async () => {}, () => 1, 1, Promise.resolve(), { then() {}, catch: 1 },
  () => { throw new Error('at once'); }];
(async () => {
  for (const method of ['rejects', 'doesNotReject']) {
    for (const promise of promises) {
      for (const expectation of [undefined, /bad/, { message: 'good' }, TypeError]) {
        await assert[method](promise, expectation).then(() => console.log(method, 'holds'),
                                                        (error) => console.log(method, error.code, error.message));
      }
    }
  }
})();
