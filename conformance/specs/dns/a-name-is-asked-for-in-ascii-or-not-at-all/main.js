const { open, outcome, respond } = require('../server');

(async () => {
  const server = await open((query) => {
    console.log('asked', JSON.stringify(query.name));
    return respond(query, []);
  });
  const resolver = server.resolver();
  const names = ['x.example', 'x.example.', 'UPPER.example', 'm\u00fcnchen.example', '\u2603.example', '_sip._tcp.example', '*.example',
    'a\\.b.example', 'a\\046b.example', '1.2.3.4', '', '.', 'a..b', '.a', 'a..', 'a b', 'a@b', 'a\\999', 'x.onion',
    `${'a'.repeat(64)}.example`, `${'a'.repeat(60)}.`.repeat(5)];
  for (const name of names) {
    const [text] = (await outcome(resolver.resolveTxt(name))).split(' ');
    console.log(JSON.stringify(name).slice(0, 30), text);
  }
  server.close();
})();
