'use strict';
const fs = require('node:fs');

for (const length of [-1.5, 1.5, '', null, 2]) {
  try {
    fs.truncate(__filename, length);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
