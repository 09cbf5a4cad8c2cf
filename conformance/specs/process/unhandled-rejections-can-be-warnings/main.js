'use strict';
Promise.reject(new Error('no'));
setImmediate(() => console.log('goes on'));
