'use strict';
// One thread does one thing after the other.
process.env.UV_THREADPOOL_SIZE = 1;
const { pbkdf2 } = require('node:crypto');

pbkdf2('password', 'salt', 50_000, 64, 'sha512', () => console.log('long'));
pbkdf2('password', 'salt', 1, 64, 'sha512', () => console.log('short'));
pbkdf2('password', 'salt', 10_000, 64, 'sha512', () => console.log('middle'));
pbkdf2('password', 'salt', 1, 64, 'sha512', () => console.log('short again'));
