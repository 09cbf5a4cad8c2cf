'use strict';
const { inspect } = require('node:util');
const value = { a: { b: { c: { d: 1 } } }, [inspect.custom]: () => 'custom' };
console.log(value);
console.dir(value);
console.dir(value, { depth: 0 });
console.dir({ a: 1, b: 2 }, { showHidden: true, colors: true });
console.dirxml({ a: 1 }, [2]);
