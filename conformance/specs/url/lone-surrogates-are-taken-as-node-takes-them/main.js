'use strict';
const url = require('node:url');
for (const args of [['https://u:p@\ud800', ''], ['\udc00', 'a\ud800'], ['http://\ud800']]) {
  try {
    new URL(...args);
  } catch (error) {
    console.log(error.code, JSON.stringify([error.input, error.base]));
  }
}
for (const auth of ['\ud800>', 'a\udc00b:c', 'x\ud800', 'a:b@c']) {
  try {
    console.log(JSON.stringify(url.format({ auth, host: 'h' })));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
