'use strict';
const first = require('./counter.js');
console.log(first === require('./counter'), first === require(`${__dirname}/../${require('node:path').basename(__dirname)}/counter.js`));
const key = require.resolve('./counter.js');
console.log(key === `${__dirname}/counter.js`, key in require.cache, require.cache[key].exports === first);
delete require.cache[key];
console.log(require('./counter.js') === first);
require.cache[key] = { exports: 'replaced' };
console.log(require('./counter.js'));
