'use strict';
setImmediate(() => console.log('unreffed')).unref();
setImmediate(() => console.log('reffed'));
