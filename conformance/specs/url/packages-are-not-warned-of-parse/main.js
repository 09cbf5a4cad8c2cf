// A package's user can't help what it does; not even where the package runs its files through vm, as v8-compile-cache does.
const vm = require('vm');

const parse = (filename) =>
  vm.runInThisContext('(function(url) { return url.parse("http://a.b/c").pathname; })', { filename })(require('url'));
process.on('warning', ({ code }) => console.log('warned:', code));

console.log(parse('/app/node_modules/p/index.js'));
console.log(eval('parse("/app/node_modules/p/index.js")\n//# sourceURL=bundle://main'));
setImmediate(() => console.log(parse('/app/index.js')));
