'use strict';
function* gen() {}
(function () { console.log(arguments, gen(), (async function* () {})()); })(1, 'two');
console.log(new (class extends null { constructor() { return Object.create(new.target.prototype); } })());
console.log([new Array(3), [[]], [{}]], { a: [], b: {} });
