'use strict';
let bar = null;

// Looks asynchronous, but calls back before it returns.
function someAsyncApiCall(callback) {
  callback();
}

someAsyncApiCall(() => console.log('bar', bar));
bar = 1;
