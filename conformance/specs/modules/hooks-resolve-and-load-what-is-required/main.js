'use strict';
const { registerHooks } = require('node:module');
const { pathToFileURL } = require('node:url');
const hooks = registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'made-up') return { url: 'virtual:made-up', format: 'commonjs', shortCircuit: true };
    const result = nextResolve(specifier, context);
    if (specifier.startsWith('.')) console.log('resolve', specifier, result.url.slice(result.url.lastIndexOf('/') + 1));
    return result;
  },
  load(url, context, nextLoad) {
    if (url === 'virtual:made-up') {
      return { format: 'commonjs', source: 'module.exports = "of no file"', shortCircuit: true };
    }
    const result = nextLoad(url, context);
    if (url === pathToFileURL(`${__dirname}/other.js`).href) {
      return { ...result, source: result.source.toString().replace('original', 'changed') };
    }
    return result;
  },
});
console.log(require('made-up'));
console.log(require('./other.js'));
hooks.deregister();
delete require.cache[require.resolve('./other.js')];
console.log(require('./other.js'));
