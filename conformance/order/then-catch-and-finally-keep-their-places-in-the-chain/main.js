'use strict';
Promise.reject(new Error('no'))
  .then(() => console.log('never'))
  .finally(() => console.log('finally 1'))
  .catch((error) => console.log('catch', error.message))
  .then(() => console.log('then'))
  .finally(() => console.log('finally 2'));
