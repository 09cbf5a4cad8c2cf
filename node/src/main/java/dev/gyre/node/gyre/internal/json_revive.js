'use strict';

// What JSON.parse does with a reviver, in slices: calls it for every property, the innermost first, and puts its answers in
// their places. The reviver's third argument has no `source`: the text is gone when it is called.

const {
  ArrayIsArray, FunctionPrototypeCall, ObjectKeys, ReflectDefineProperty, ReflectDeleteProperty,
} = require('internal/primordials');
const { isUsedUp, nextTurn } = require('internal/gyre/slices');

const CALLS_PER_LOOK = 64; // at the clock

const frameOf = (parent, holder, key, value) => {
  const isObject = typeof value === 'object' && value !== null;
  const isArray = isObject && ArrayIsArray(value);
  const keys = isObject && !isArray ? ObjectKeys(value) : undefined;
  const length = isArray ? value.length : keys === undefined ? 0 : keys.length;
  return { parent, holder, key, value, keys, length, index: 0 };
};

function put(holder, key, value) {
  if (value === undefined) ReflectDeleteProperty(holder, key);
  else ReflectDefineProperty(holder, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

async function revive(value, { reviver, signal, sliceMs }) {
  let frame = frameOf(undefined, { '': value }, '', value);
  for (let calls = 1; ; calls++) {
    while (frame.index < frame.length) {
      const key = frame.keys === undefined ? `${frame.index}` : frame.keys[frame.index];
      frame.index++;
      frame = frameOf(frame, frame.value, key, frame.value[key]);
    }
    const { parent, holder, key } = frame;
    const answer = FunctionPrototypeCall(reviver, holder, key, frame.value, {});
    if (parent === undefined) return answer;
    put(holder, key, answer);
    frame = parent;
    if (calls % CALLS_PER_LOOK === 0 && isUsedUp(sliceMs)) await nextTurn(signal);
  }
}

module.exports = { revive };
