'use strict';
process.setUncaughtExceptionCaptureCallback((error) => console.log('captured', error.message));
setImmediate(() => { throw new Error('no'); });
setImmediate(() => console.log('goes on', process.hasUncaughtExceptionCaptureCallback()));
