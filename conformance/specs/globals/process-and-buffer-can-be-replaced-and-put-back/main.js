'use strict';
for (const name of ['process', 'Buffer']) {
  const original = globalThis[name];
  globalThis[name] = 'other';
  console.log(name, globalThis[name]);
  globalThis[name] = original;
  const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name);
  console.log(globalThis[name] === original, typeof get, typeof set, enumerable, configurable);
}
console.log(typeof Temporal, process.config.variables.v8_enable_temporal_support, Temporal.PlainDate.from('2024-01-31').add({ months: 1 }).toString());
for (const type of [undefined, 'brief', 'x']) {
  try {
    const statistics = require('v8').getCppHeapStatistics(type);
    console.log(Object.keys(statistics).sort().join(), statistics.detail_level);
  } catch ({ code, message }) {
    console.log(code, message);
  }
}
