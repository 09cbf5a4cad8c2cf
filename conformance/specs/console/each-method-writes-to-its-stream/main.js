'use strict';
console.log('log');
console.info('info');
console.debug('debug');
console.dir('dir');
console.error('error');
console.warn('warn');
