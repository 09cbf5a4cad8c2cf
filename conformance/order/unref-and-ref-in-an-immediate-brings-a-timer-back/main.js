'use strict';
const timer = setTimeout(() => console.log('will i run?'));
timer.unref();
setImmediate(() => timer.ref());
