'use strict';

// Whether stacks are shown by way of source maps.

let support = { __proto__: null, enabled: false, nodeModules: false, generatedCode: false };

module.exports = {
  getSupport: () => Object.freeze({ ...support, __proto__: null }),
  setSupport(value) { support = { ...value, __proto__: null }; },
};
