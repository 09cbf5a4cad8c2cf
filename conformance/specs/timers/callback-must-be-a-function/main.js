'use strict';
for (const set of [setTimeout, setInterval, setImmediate, queueMicrotask]) {
  for (const wrong of [undefined, 'text', {}]) {
    try {
      set(wrong);
    } catch ({ name, code, message }) {
      console.log(set.name, name, code, message);
    }
  }
}
