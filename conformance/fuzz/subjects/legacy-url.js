'use strict';
// url.parse(), url.format(), url.resolve(), domainToASCII() and the conversions between paths and URLs.

const url = require('node:url');

const PARTS = ['http:', 'HTTP:', 'file:', 'javascript:', 'mailto:', 'a:', '//', '/', '\\', '..', '.', '?', '#', '@', ':', '%', '%20', '%zz', 'a', 'b.c', 'example.com', 'ü.de', 'xn--tda.de', '127.0.0.1', '[::1]', '80', ':80', ' ', '\t',
               '\n', '"', '<', '>', '`', '{', '}', '|', '^', "'", ';', '=', '&', 'a=1', '*', '\u00ad', '☃', 'user:pass', '+', '', '\ud800', ',', '!', '$', '(', ')'];

exports.cases = 12_000;

exports.run = (random) => {
  const text = (most = 9) => random.text(random.size(most), PARTS);
  const start = () => (random.once(3) ? text() : random.pick(['http://', 'http://u:p@', '//', 'file://', 'a://', '/', 'mailto:', 'javascript:']) + text());
  const object = () => Object.fromEntries(random.shuffle(['protocol', 'slashes', 'auth', 'host', 'hostname', 'port', 'pathname', 'search', 'query', 'hash'])
    .slice(0, random.int(7)).map((name) => [name, name === 'slashes' ? random.once() : name === 'query' && random.once() ? { a: text(2), b: [text(2), 1] } : text(3)]));
  const calls = [
    () => ['parse', [start(), random.once(), random.once()]],
    () => ['parse', [start()]],
    () => ['format', [random.once() ? object() : start()]],
    () => ['resolve', [start(), start()]],
    () => ['domainToASCII', [text(4)]],
    () => ['domainToUnicode', [text(4)]],
    () => ['fileURLToPath', [`file://${text(4)}`]],
    () => ['pathToFileURL', [`/${text(5)}`]],
    () => ['fileURLToPath', [`file:///C:/${text(4)}`, { windows: true }]],
    () => ['pathToFileURL', [random.pick(['C:\\', '\\\\server\\share\\']) + text(4), { windows: true }]],
    () => ['urlToHttpOptions', [new URL(`http://u:p@h${random.pick(['', ':80', ':8080'])}/a${text(2)}`)]],
  ];
  const [name, args] = random.pick(calls)();
  const call = `${name}(${JSON.stringify(args)})`;
  try {
    const result = url[name](...args);
    return `${call} = ${JSON.stringify(result)} ${result?.href}`;
  } catch (error) {
    return `${call}: ${error.name} ${error.code} ${error.message}`;
  }
};
