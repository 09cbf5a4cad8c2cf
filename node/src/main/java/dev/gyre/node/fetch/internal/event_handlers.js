'use strict';

// Attributes like `onmessage` of WebSocket and EventSource.

const { ObjectDefineProperty, SafeWeakMap, uncurryThis } = require('internal/primordials');
const { EventTarget } = require('internal/events/event_target');
const { illegalInvocation } = require('internal/fetch/idl');

const addListener = uncurryThis(EventTarget.prototype.addEventListener);
const removeListener = uncurryThis(EventTarget.prototype.removeEventListener);

function handlerAttributes(Class, names) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const handlers = new SafeWeakMap();
    const property = `on${name}`;
    const check = (target) => {
      if (!(target instanceof Class)) throw illegalInvocation();
    };
    const accessors = {
      get [property]() {
        check(this);
        return handlers.get(this) ?? null;
      },
      set [property](value) {
        check(this);
        const old = handlers.get(this);
        if (old !== undefined) removeListener(this, name, old);
        handlers.delete(this);
        if (typeof value !== 'function') return;
        handlers.set(this, value);
        addListener(this, name, value);
      },
    };
    ObjectDefineProperty(Class.prototype, property, {
      __proto__: null, configurable: true, enumerable: true,
      get: accessors.__lookupGetter__(property), set: accessors.__lookupSetter__(property),
    });
  }
}

module.exports = { handlerAttributes };
