'use strict';
process.on('unhandledRejection', () => console.log('never'));
const promise = Promise.reject(new Error('no'));
Promise.resolve().then(() => {}).then(() => promise.catch((error) => console.log('caught', error.message)));
