'use strict';

// A Date whose present is what `now()` says. Only the present differs: dates made from arguments are ordinary.

const {
  FunctionPrototypeToString, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyDescriptors, ReflectConstruct,
} = require('internal/primordials');
const { codes: { ERR_INVALID_STATE } } = require('internal/errors');

function mockDate(RealDate, now) {
  if (RealDate.isMock) throw new ERR_INVALID_STATE('Date is already being mocked!');

  function MockDate(...args) {
    if (!new.target) return new RealDate(now()).toString();
    return args.length === 0 ? new RealDate(now()) : ReflectConstruct(RealDate, args);
  }

  const { prototype, ...statics } = ObjectGetOwnPropertyDescriptors(RealDate);
  ObjectDefineProperties(MockDate, statics); // name and length too
  MockDate.prototype = prototype.value;
  MockDate.now = function() { return now(); };
  ObjectDefineProperty(MockDate.now, 'name', { __proto__: null, value: 'now' });
  MockDate.toString = () => FunctionPrototypeToString(RealDate);
  ObjectDefineProperty(MockDate, 'isMock', { __proto__: null, enumerable: true, value: true });
  return MockDate;
}

module.exports = { mockDate };
