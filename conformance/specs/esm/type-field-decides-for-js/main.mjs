import { kind as a } from './module/x.js';
import b from './commonjs/x.js';
import c from './none/esm.js';
import d from './none/cjs.js';
import e from './module/x.cjs';
console.log(a, b, c, d, e);
