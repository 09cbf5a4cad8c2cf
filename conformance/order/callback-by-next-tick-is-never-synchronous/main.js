'use strict';
let bar = null;

function someAsyncApiCall(callback) {
  process.nextTick(callback);
}

someAsyncApiCall(() => console.log('bar', bar));
bar = 1;
