'use strict';
// WHATWG URLs: parsing with and without a base, all setters, search params.

const PARTS = ['http:', 'https:', 'file:', 'ftp:', 'ws:', 'data:', 'javascript:', 'a+b:', 'blob:', 'non-special:', '//', '/', '\\', '///', '..', '.', '%2e', '%2E%2e', '?', '#', '@', ':', '%', '%2', '%C3%A9',
               '%00', '%zz', 'a', 'b.c', 'example.com', 'ü.de', 'xn--tda.de', 'xn--', 'xn--a', '☃', '\u00ad', 'ß', '日本', '127.0.0.1', '0x7f.1', '1.2.3', '256.1.1.1', '4294967296', '[::1]', '[1:2::3]', '[::1.2.3.4]', '[', ']',
               'C:', 'c|', '80', '443', '65536', ':80', ':', ' ', '\t', '\n', '\0', '\x7f', '"', '<', '>', '`', '{', '}', '|', '^', "'", '~', '\ud800', '😀', 'a=1', '&b=2', '+', '=', ';', 'user', 'pass', 'localhost'];
const SETTERS = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const READ = ['href', 'origin', ...SETTERS.slice(1)];

const describe = (url) => READ.map((name) => `${name}=${JSON.stringify(url[name])}`).join(' ');

exports.cases = 12_000;

exports.run = (random) => {
  const text = (most = 9) => random.text(random.size(most), PARTS);
  const start = () => (random.once(3) ? text() : random.pick(['http://', 'https://u:p@', 'file://', 'a:', 'ws://', 'file:///C:/', 'http:']) + text());
  const input = start();
  const args = random.once(3) ? [input, start()] : [input];
  const lines = [JSON.stringify(args), `canParse ${URL.canParse(...args)}`];
  const url = URL.parse(...args);
  if (url === null) {
    try {
      new URL(...args);
    } catch (error) {
      lines.push(`${error.name} ${error.code} ${error.message} ${JSON.stringify([error.input, error.base])}`);
    }
    return lines.join('\n');
  }
  lines.push(describe(url));
  for (let i = random.int(4); i > 0; i--) {
    const name = random.pick(SETTERS);
    const value = random.once(3) ? text(3) : text(6);
    try {
      url[name] = value;
      lines.push(`${name} = ${JSON.stringify(value)}: ${describe(url)}`);
    } catch (error) {
      lines.push(`${name} = ${JSON.stringify(value)}: ${error.name} ${error.code} ${error.message}`);
    }
  }
  if (random.once(2)) {
    const { searchParams } = url;
    for (let i = random.int(4); i > 0; i--) {
      const name = random.pick(['append', 'set', 'delete', 'get', 'getAll', 'has', 'sort']);
      const given = [text(2), text(2)].slice(0, name === 'sort' ? 0 : name === 'append' || name === 'set' ? 2 : 1);
      lines.push(`${name}(${given.map((arg) => JSON.stringify(arg))}) ${JSON.stringify(searchParams[name](...given))}`);
    }
    lines.push(`${JSON.stringify(String(searchParams))} ${searchParams.size} ${JSON.stringify([...searchParams])}`, url.href);
  }
  return lines.join('\n');
};
