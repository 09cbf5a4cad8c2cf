'use strict';
console.log(process.stdout.isTTY, process.stdout.fd, process.stderr.fd, process.stdout.writable);
console.log(process.stdout.write(''), process.stdout.columns);
console.log(typeof process.stdout.on, process.stdout === process.stdout);
