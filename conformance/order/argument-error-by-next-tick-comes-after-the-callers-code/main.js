'use strict';
function apiCall(arg, callback) {
  if (typeof arg !== 'string') {
    return process.nextTick(callback, new TypeError('argument should be string'));
  }
  setImmediate(callback, null, arg);
}

apiCall('text', (error, value) => console.log('good call:', value));
apiCall(42, (error) => console.log('bad call:', error.message));
console.log('the rest of the code');
