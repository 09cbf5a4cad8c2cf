'use strict';
function low() {
  throw new TypeError('low level');
}
try {
  low();
} catch (cause) {
  throw new Error('high level', { cause });
}
