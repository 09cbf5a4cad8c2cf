'use strict';
const url = require('url');
for (const name of ['español.com', '中文.com', 'faß.de', 'xn--iñvalid.com', 'xn--fiq228c.com', '☃.net', 'a..b', '\u00ad', '\u{32931}.x', '0x7f.1', 'a b', '%41']) {
  console.log(JSON.stringify([name, url.domainToASCII(name), url.domainToUnicode(name), URL.parse(`http://${name}/`)?.host]));
}
console.log(url.pathToFileURL('\\\\host\\share\\a b.txt', { windows: true }).href);
console.log(url.pathToFileURL('/a#b?c%d\n~').href, url.fileURLToPath('file:///a%23b'));
