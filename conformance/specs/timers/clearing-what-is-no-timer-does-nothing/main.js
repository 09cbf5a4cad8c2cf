'use strict';
for (const clear of [clearTimeout, clearInterval, clearImmediate]) {
  for (const value of [undefined, null, 0, 12345, '', 'text', {}, [], () => {}]) clear(value);
}
console.log('done');
