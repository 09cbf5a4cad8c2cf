'use strict';
console.log(typeof require('path').join, require('path/'));
