'use strict';

// The tracing channel `node.test`: start, end and error of every test and suite. Stores bound to `start` are set while the
// test's function runs.

const { ObjectDefineProperty, ReflectApply } = require('internal/primordials');
const { AsyncResource } = require('internal/async_hooks/resource');

let channel;

/** The publisher of one test, or undefined if there are no subscribers. */
function publisher(test) {
  channel ??= require('diagnostics_channel').tracingChannel('node.test');
  const { start, end, error } = channel;
  if (!start.hasSubscribers && !end.hasSubscribers && !error.hasSubscribers) return undefined;
  const { name, nesting, filePath: file, type } = test;
  const message = { __proto__: null, name, nesting, file, type };
  const publish = {
    end() { if (end.hasSubscribers) end.publish(message); },
    error(failure) { if (error.hasSubscribers) error.publish({ __proto__: null, ...message, error: failure }); },
    wrap(fn) {
      if (!start.hasSubscribers) return fn;
      const wrapper = function(...args) {
        return start.runStores(message, () => {
          publish.end = AsyncResource.bind(publish.end);
          publish.error = AsyncResource.bind(publish.error);
          return ReflectApply(fn, this, args);
        });
      };
      return ObjectDefineProperty(wrapper, 'length', { __proto__: null, value: fn.length });
    },
  };
  return publish;
}

module.exports = { publisher };
