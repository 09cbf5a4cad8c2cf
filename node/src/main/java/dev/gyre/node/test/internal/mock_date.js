'use strict';

// A Date whose current time is `now()`. Dates made from arguments are ordinary.

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
  ObjectDefineProperties(MockDate, statics); // including name and length
  MockDate.prototype = prototype.value;
  MockDate.now = function() { return now(); };
  ObjectDefineProperty(MockDate.now, 'name', { __proto__: null, value: 'now' });
  MockDate.toString = () => FunctionPrototypeToString(RealDate);
  ObjectDefineProperty(MockDate, 'isMock', { __proto__: null, enumerable: true, value: true });
  return MockDate;
}

module.exports = { mockDate };
