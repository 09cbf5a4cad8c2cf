'use strict';
const querystring = require('node:querystring');
for (const text of ['a=1&b=2&a=3', 'a&=b&&c=', 'x%20y=%C3%A9+z', '%zz=%4&%C3', 'a=b=c', '__proto__=1', '', '&', 'ä=😀']) {
  const parsed = querystring.parse(text);
  console.log(parsed, querystring.stringify(parsed));
}
console.log(querystring.parse('a:1;b:2;c', ';', ':'), querystring.parse('a==1&&b==2', '&&', '=='), querystring.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }));
console.log(querystring.parse('a=%41', null, null, { decodeURIComponent: (text) => `<${text}>` }));
console.log(querystring.stringify({ a: [1, 'x y', true], b: null, c: NaN, d: 1e21, e: 5n, f: {}, g: [], h: undefined }));
console.log(querystring.escape("a b!'()*-._~é😀"), querystring.unescapeBuffer('a%20b%zz%'), querystring.unescape('%E9'));
try {
  querystring.escape('\ud800');
} catch (error) {
  console.log(error.code, error.message);
}
