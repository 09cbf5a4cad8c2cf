'use strict';
class Named { toString() { return 'by toString'; } }
class Plain { constructor() { this.a = 1; } }
for (const value of [1n, -0, Symbol('s'), null, undefined, true, {}, [1, [2, [3]]], () => {}, new Named(), new Plain(), new Error('e').message, new Date(0)]) {
  console.log('%s', value);
}
