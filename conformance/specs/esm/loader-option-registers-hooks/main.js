console.log('main', require.main === module, process.argv.length, require('./dep.js'));
import('./esm.mjs').then((namespace) => console.log(namespace));
