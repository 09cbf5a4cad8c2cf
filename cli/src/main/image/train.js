'use strict';

// What most programs do at their start, so that the classes behind it are in the JVM's ahead-of-time cache.
const fs = require('fs');
const path = require('path');

console.log('%s is %d', 'train', 1, { a: [1, 2], b: new Map([[1, 2]]) });
console.error(path.join(__dirname, 'x'));
fs.readFileSync(__filename, 'utf8');
fs.statSync(__dirname);
fs.readdirSync(__dirname, { recursive: true });
try {
  require('./missing');
} catch (error) {
  console.log(error.code);
}
fs.readFile(__filename, () => setImmediate(() => setTimeout(() => process.nextTick(() => process.exit(0)), 2)));
require('crypto').createHash('sha1').update('train').digest('hex');
process.getuid();
Promise.resolve().then(() => process.memoryUsage().rss);
