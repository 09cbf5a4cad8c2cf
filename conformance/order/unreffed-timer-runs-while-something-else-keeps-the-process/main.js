'use strict';
setTimeout(() => console.log('unreffed'), 1).unref();
setTimeout(() => console.log('reffed'), 30);
