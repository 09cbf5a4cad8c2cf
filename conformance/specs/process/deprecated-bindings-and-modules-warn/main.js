'use strict';
process.on('warning', ({ name, code, message }) => console.log(name, code, message));
console.log(process.binding('uv').errname(-2));
require('_tls_wrap');
require('_tls_common');
process.binding('util');
