'use strict';
try {
  require('pkg');
} catch ({ code, message }) {
  console.log(code, message);
}
