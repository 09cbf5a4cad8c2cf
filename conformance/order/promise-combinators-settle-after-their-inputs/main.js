'use strict';
const after = (turns, value) => {
  let promise = Promise.resolve(value);
  for (let i = 0; i < turns; i++) promise = promise.then((v) => v);
  return promise;
};
const inputs = () => [after(3, 'c'), after(1, 'a'), after(2, 'b')];
Promise.all(inputs()).then((values) => console.log('all', values));
Promise.allSettled(inputs()).then((results) => console.log('allSettled', results.map((r) => r.value)));
Promise.race(inputs()).then((value) => console.log('race', value));
Promise.any([Promise.reject(new Error('no')), ...inputs()]).then((value) => console.log('any', value));
Promise.try(() => 'try').then(console.log);
