'use strict';
const settings = { nested: null };
console.log('before');
console.log(settings.nested.value);
