'use strict';
const { parse } = require('node:querystring');
const show = (...args) => console.log(JSON.stringify(args), JSON.stringify(parse(...args)));
for (const text of ['a=1&&b=2', 'a&&&b', 'aab=1', '%C3%A9&', 'a=&=b', '&&', 'a==b===c', '==', 'x&y&&z']) {
  for (const [sep, eq] of [['&&', '='], ['&&', '&'], ['ab', '='], ['&', '=='], ['=', '='], ['&', '&&']]) show(text, sep, eq);
}
for (const maxKeys of [1, 1.5, 0.5, 2, NaN, -1, 0]) show('a=1&b=2&c=3', '&', '=', { maxKeys });
