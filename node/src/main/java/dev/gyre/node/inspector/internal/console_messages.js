'use strict';

// Has the methods of the global console tell clients of the debugging protocol, by V8's console, before they print. They are
// replaced when the first client may come: until then a message costs nothing more.

const { ObjectDefineProperty, ObjectKeys, ReflectApply } = require('internal/primordials');
const traceCaller = require('internal/console/trace_caller');
const consoleOfV8 = require('internal/console/of_v8');

let isAttached = false;

function told(name, print, tell, deliver) {
  const method = function(...args) {
    ReflectApply(tell, consoleOfV8, args);
    deliver();
    if (name === 'trace') traceCaller.current = method;
    try {
      return ReflectApply(print, this, args);
    } finally {
      traceCaller.current = undefined;
    }
  };
  return ObjectDefineProperty(method, 'name', { __proto__: null, value: name });
}

// `deliver` hands the program's own sessions what V8 has told them.
function attach(deliver) {
  if (isAttached) return;
  isAttached = true;
  const { console } = globalThis;
  for (let i = 0, names = ObjectKeys(consoleOfV8); i < names.length; i++) {
    const name = names[i];
    const tell = consoleOfV8[name];
    const print = console[name];
    if (typeof tell !== 'function' || typeof print !== 'function' || name === 'context' || name === 'createTask') continue;
    console[name] = told(name, print, tell, deliver);
  }
}

module.exports = { attach };
