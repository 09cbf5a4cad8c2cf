'use strict';
function twice(value) { return value * 2; }
module.exports = (value) => [twice(value), 'some text to make it longer', [1, 2, 3].map((x) => twice(x))];
if (require.main === module) console.log(module.exports(1));
