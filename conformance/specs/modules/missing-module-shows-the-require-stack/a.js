require('./b.js');
