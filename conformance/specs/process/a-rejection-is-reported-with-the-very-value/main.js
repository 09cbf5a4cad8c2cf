'use strict';
const { inspect } = require('node:util');
const values = {
  date: Object.assign(new Date(5), { a: 1 }), negative: -12345678901234567890n, bigint: 2n ** 63n, boxed: Object(1n), text: '\ud800', zero: -0,
  symbol: Symbol('a'), map: new Map([[1, 2]]), undefined: undefined,
};
process.on('unhandledRejection', (reason, promise) => {
  const name = Object.keys(values).find((key) => Object.is(values[key], reason));
  console.log(name, typeof reason, inspect(promise));
});
process.on('uncaughtException', (error) => {
  console.log('thrown', Object.keys(values).find((key) => Object.is(values[key], error)));
});
for (const name in values) {
  console.log(inspect(Promise.resolve(values[name])));
  Promise.reject(values[name]);
}
for (const name in values) setTimeout(() => { throw values[name]; }, 1);
