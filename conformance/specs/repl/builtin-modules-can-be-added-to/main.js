'use strict';

const repl = require('repl');
const { PassThrough } = require('stream');
const { builtinModules } = require('module');

console.log(repl.builtinModules.every((name) => builtinModules.includes(name) && !/^_|:/.test(name)));
console.log(Object.isFrozen(repl.builtinModules), builtinModules.filter((name) => /^(?!node:).*:/.test(name)));
const server = repl.start({ prompt: '', input: new PassThrough(), output: new PassThrough(), terminal: false });
repl.builtinModules.push('foobar');
server.complete("require('fooba", (error, answer) => console.log(error, answer));
for (const line of ['foo(', "require('fs'", 'a+', '[1,2', '{', 'a.b(1)']) {
  server.complete(line, (error, answer) => console.log(line, error, answer));
}
server.close();
