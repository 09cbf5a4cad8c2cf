'use strict';

// A Date whose present is what `now()` says. Only the present differs: dates made from arguments are ordinary.

const { codes: { ERR_INVALID_STATE } } = require('internal/errors');

function mockDate(RealDate, now) {
  if (RealDate.isMock) throw new ERR_INVALID_STATE('Date is already being mocked!');

  function MockDate(...args) {
    if (!new.target) return new RealDate(now()).toString();
    return args.length === 0 ? new RealDate(now()) : new RealDate(...args);
  }

  const { prototype, ...statics } = Object.getOwnPropertyDescriptors(RealDate);
  Object.defineProperties(MockDate, statics); // name and length too
  MockDate.prototype = prototype.value;
  MockDate.now = function() { return now(); };
  Object.defineProperty(MockDate.now, 'name', { value: 'now' });
  MockDate.toString = () => Function.prototype.toString.call(RealDate);
  Object.defineProperty(MockDate, 'isMock', { __proto__: null, enumerable: true, value: true });
  return MockDate;
}

module.exports = { mockDate };
