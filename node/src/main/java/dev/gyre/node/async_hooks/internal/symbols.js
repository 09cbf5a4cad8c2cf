'use strict';

// The names under which resources that programs see have their ids, as in Node.

const { Symbol } = require('internal/primordials');

module.exports = {
  kAsyncId: Symbol('async_id_symbol'),
  kTriggerAsyncId: Symbol('trigger_async_id_symbol'),
};
