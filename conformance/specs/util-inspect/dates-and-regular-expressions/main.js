'use strict';
console.log(new Date(0), new Date(NaN), [new Date(86400000)], /a+/gi, [/b/], Object.assign(/c/, { extra: 1 }), Object.assign(new Date(0), { tag: 'x' }));
