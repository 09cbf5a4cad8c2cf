'use strict';
const start = Date.now();
const timer = setTimeout(() => console.log('fired soon:', Date.now() - start < 5000), 2 ** 31);
console.log(timer._idleTimeout, timer._onTimeout.name);
