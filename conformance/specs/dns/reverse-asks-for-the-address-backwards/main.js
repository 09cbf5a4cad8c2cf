const { name, open, outcome, record, respond } = require('../server');

(async () => {
  let answers = [record('x', 'PTR', 1, name('one.example')), record('x', 'PTR', 1, name('two.example'))];
  let flags = 0x8180;
  const server = await open((query) => {
    console.log(query.name, query.type);
    return respond(query, answers, { flags });
  });
  const resolver = server.resolver();
  for (const address of ['203.0.113.4', '2001:db8::1']) console.log(await outcome(resolver.reverse(address)));
  answers = [];
  console.log(await outcome(resolver.reverse('203.0.113.4')));
  flags = 0x8182;
  console.log(await outcome(resolver.reverse('203.0.113.4')));
  console.log(await outcome(resolver.reverse('no address')));
  server.close();
})();
