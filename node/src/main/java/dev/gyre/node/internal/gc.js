'use strict';

// The global `gc` of --expose-gc. The callbacks of a FinalizationRegistry are tasks of V8, which the loop looks for only
// now and then; after a collection that was asked for, its next turn runs them, as Node's does.

const { atStart } = require('internal/start');
const { setImmediate } = require('timers');

atStart(() => {
  const { gc: collect } = globalThis;
  if (typeof collect !== 'function') return;
  globalThis.gc = function gc(...args) {
    const result = Reflect.apply(collect, this, args);
    setImmediate(() => binding('bridge').pump()).unref();
    return result;
  };
});
