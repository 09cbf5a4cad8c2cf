'use strict';
console.log('never');
const a = 1;
const b = a + ;
