'use strict';
console.log([1, -0, 0, NaN, Infinity, 1e21, 1.5, 10n, true, null, undefined, Symbol('s'), Symbol(), Symbol.iterator]);
console.log([new Number(3), new Number(-0), new String('text'), new Boolean(false), Object(1n), Object(Symbol('boxed'))]);
console.log(Object.assign(new String('abc'), { extra: 1 }));
