'use strict';
// The loader changes calls of Function in a source that holds import(). It must not change what only looks like one.
const visitor = { Function(path) { return path; }, async *Function2() {}, get Function3() { return 1; } };
console.log(Object.keys(visitor), visitor.Function(1), visitor.Function.name);
class Types { static Function(a = (1), b = { c: [2] }) { return [a, b]; } Function() { return this.constructor.name; } }
console.log(Types.Function(), new Types().Function(), Object.getOwnPropertyNames(Types.prototype));
console.log(new Function('a', 'return a + 1')(1), Function('return 2')(), Function ( 'return 3' )());
Function('return import("node:os")')().then((os) => console.log(typeof os.EOL));
import('node:path').then((path) => console.log(path.sep));
