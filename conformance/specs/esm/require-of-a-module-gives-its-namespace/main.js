'use strict';
const plain = require('./plain.mjs');
console.log(plain, plain === require('./plain.mjs'), plain[Symbol.toStringTag]);
const withDefault = require('./with-default.mjs');
console.log(withDefault.default, withDefault.__esModule, Object.keys(withDefault));
console.log(require('./as-commonjs.mjs'));
import('./with-default.mjs').then((namespace) => console.log(namespace.default === withDefault.default, '__esModule' in namespace));
try { require('./awaits.mjs'); } catch (error) { console.log(error.code); }
try { require('./throws.mjs'); } catch (error) { console.log(error.message); }
