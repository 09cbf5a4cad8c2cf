'use strict';
process.on('unhandledRejection', () => console.log('never'));
const promise = Promise.reject(new Error('no'));
process.nextTick(() => promise.catch((error) => console.log('caught', error.message)));
