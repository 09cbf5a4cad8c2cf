'use strict';
// WHATWG URLs and the legacy parser.
const url = require('url');
const inputs = ['http://nodejs.org/', 'https://user:pass@sub.example.com:8080/p/a/t/h/file.html?query=string&a=b#hash',
                'ws://localhost:9229/f46db715', 'http://192.168.1.1:3000/api/v1/users/12345?include=posts', 'file:///foo/bar/test/node.js'];

const start = performance.now();
let sum = 0;
for (let i = 0; i < 100_000; i++) {
  for (const input of inputs) {
    const { href, pathname, host } = new URL(input);
    sum += href.length + pathname.length + host.length;
  }
  sum += new URL('/path/to?x=1', 'http://localhost:3000').search.length;
  sum += url.parse(inputs[i % inputs.length]).path.length;
}
if (!(sum > 0)) throw new Error(`${sum}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
