'use strict';
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(':memory:');
for (const size of [undefined, 1, 2 ** 31 - 1, 0, -1, 1.5, NaN, Infinity, 2 ** 31, null, '5', {}]) {
  try {
    console.log(size, database.createTagStore(size).capacity);
  } catch ({ name, code, message }) {
    console.log(size, name, code, message);
  }
}
