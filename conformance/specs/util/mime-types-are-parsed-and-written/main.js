'use strict';
const { MIMEType } = require('node:util');
const texts = ['text/html', ' Text/HTML ;CharSet=UTF-8 ', 'a/b;c="d;\\"e"', 'a/b;c="open\\', 'a/b;c;d=;e=f g;e=h', 'a/b;=x;y=\u0100', 'a',
  '/b', 'a/', 'a/b c', 'ä/b', 'a/b;x="" ;y=\t1'];
for (const text of texts) {
  try {
    const type = new MIMEType(text);
    console.log(type.essence, [...type.params], String(type), JSON.stringify({ type }));
    type.params.set('Q', 'a "b"');
    type.params.delete('c');
    type.subtype = 'Plain';
    console.log(`${type}`, type.params.has('q'), type.params.get('none'));
  } catch (error) {
    console.log(error.code, error.message);
  }
}
