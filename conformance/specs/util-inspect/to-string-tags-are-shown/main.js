'use strict';
class Tagged { get [Symbol.toStringTag]() { return 'Tag'; } }
console.log(new Tagged(), { [Symbol.toStringTag]: 'Plain' }, Object.create(null, { [Symbol.toStringTag]: { value: 'Null' } }));
console.log(JSON, Math, Reflect, globalThis === global, Intl, Atomics);
