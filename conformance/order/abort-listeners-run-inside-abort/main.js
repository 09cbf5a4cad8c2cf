'use strict';
const controller = new AbortController();
controller.signal.addEventListener('abort', () => console.log('aborted', controller.signal.reason.message));
console.log('before');
controller.abort(new Error('enough'));
console.log('after');
