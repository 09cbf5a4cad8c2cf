'use strict';
try {
  require('./broken.js');
} catch (error) {
  console.log(error.name, error.message);
}
require('./broken.js');
