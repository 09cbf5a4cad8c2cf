'use strict';
console.assert(true, 'never');
console.assert(false);
console.assert(false, 'with %s', 'text');
console.assert(0, { an: 'object' });
console.assert();
