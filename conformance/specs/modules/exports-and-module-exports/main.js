'use strict';
console.log(require('./named.js'));
console.log(require('./replaced.js')(2));
console.log(require('./both.js'));
console.log(this === module.exports, exports === module.exports);
