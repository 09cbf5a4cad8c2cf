'use strict';
for (let i = 0; i < 2; i++) {
  try {
    require('./throws.js');
  } catch (error) {
    console.log(error.message, require.resolve('./throws.js') in require.cache);
  }
}
