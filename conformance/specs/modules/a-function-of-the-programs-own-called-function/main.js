'use strict';
// Here Function is the program's own.
function Function(text) { return `own ${text}`; }
console.log(Function('a'), Function.length);
import('node:path').then((path) => console.log(path.sep, Function('b')));
