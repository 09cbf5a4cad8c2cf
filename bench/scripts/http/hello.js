// The smallest answer there is.
const http = require('node:http');

require('./ready')(http.createServer((req, res) => res.end('hello')));
