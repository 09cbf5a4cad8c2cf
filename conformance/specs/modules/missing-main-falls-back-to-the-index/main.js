'use strict';
console.log(require('./fallback'));
try {
  require('./no-index');
} catch (error) {
  console.log(error.code, error.message, error.path, error.requestPath);
}
