const fs = require('node:fs');
const nodemon = require('nodemon');
fs.writeFileSync('watched.js', 'console.log("first"); setInterval(() => {}, 1000);\n');
nodemon({ script: 'watched.js', stdout: false, watch: ['watched.js'] });
let seen = '';
nodemon.on('stdout', (data) => {
  seen += data;
  if (seen === 'first\n') fs.writeFileSync('watched.js', 'console.log("second"); setInterval(() => {}, 1000);\n');
  if (seen === 'first\nsecond\n') { console.log(seen); nodemon.emit('quit'); }
}).on('quit', () => process.exit());
