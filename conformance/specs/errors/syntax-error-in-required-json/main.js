'use strict';
try {
  require('./broken.json');
} catch ({ name, message }) {
  console.log(name, message);
}
require('./broken.json');
