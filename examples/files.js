'use strict';

// The worker pool reads every file of this folder while the loop goes on ticking.
const fs = require('fs');
const path = require('path');

const names = fs.readdirSync(__dirname).filter((name) => name.endsWith('.js'));
let open = names.length;
const timer = setInterval(() => {}, 1);

for (const name of names) {
  fs.readFile(path.join(__dirname, name), 'utf8', (error, text) => {
    if (error) throw error;
    console.log(`${name}: ${text.split('\n').length - 1} lines`);
    if (--open === 0) clearInterval(timer);
  });
}
console.log(`reading ${names.length} files`);
