const a = require('./a.js');
console.log(a.early, a.late);
