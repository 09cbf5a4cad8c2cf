'use strict';
console.log(require('./index-js'), require('./index-json'), require('./with-main'), require('./main-folder'), require('./main-without-extension'));
console.log(require('./dots/..').here, require('./dots').index);
exports.here = 'main';
