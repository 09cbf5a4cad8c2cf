'use strict';
const { win32 } = require('node:path');

for (const [path, pattern] of [
  ['c:\\a', 'C:/a'], ['c:\\a', 'C:/A'], ['c:\\', 'C:'], ['\\\\?\\c:\\a', 'C:\\*'], ['c:\\a', '//?/C:/a'],
  ['d:\\a', 'C:/a'], ['', 'c:\\..'], ['b', 'c:/../b'],
]) {
  console.log(path, pattern, win32.matchesGlob(path, pattern));
}
