'use strict';
const strip = (error) => Object.assign(error, { stack: `${error.name}: ${error.message}\n    at f (a.js:1:1)` });
console.log(strip(new AggregateError([strip(new Error('one')), strip(new TypeError('two'))], 'all')));
