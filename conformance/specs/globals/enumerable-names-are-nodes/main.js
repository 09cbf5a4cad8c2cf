'use strict';
const names = [];
for (const name in globalThis) names.push(name);
console.log(names);
