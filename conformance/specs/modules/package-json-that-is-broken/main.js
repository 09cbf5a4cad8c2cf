'use strict';
try {
  require('pkg');
} catch ({ name, code, message }) {
  console.log(name, code, message);
}
