const { name, open, outcome, record, respond, u8 } = require('../server');

const chain = [record('x.example', 'CNAME', 50, name('y.example')), record('y.example', 'CNAME', 20, name('z.example'))];
const addresses = [record('z.example', 'A', 30, u8(1, 1, 1, 1)), record('z.example', 'A', 10, u8(1, 1, 1, 2))];

(async () => {
  let answers = [...chain, ...addresses];
  const server = await open((query) => respond(query, answers));
  const resolver = server.resolver();
  console.log(await resolver.resolve4('x.example', { ttl: true }));
  console.log(await resolver.resolveAny('x.example'));
  console.log(await resolver.resolveCname('x.example'));
  answers = chain;
  for (const type of ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'PTR', 'SOA', 'SRV', 'NAPTR', 'CAA', 'TLSA', 'ANY']) {
    console.log('only aliases', type, await outcome(resolver.resolve('x.example', type)));
  }
  answers = addresses;
  for (const type of ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'PTR', 'SOA', 'SRV', 'NAPTR', 'CAA', 'TLSA', 'ANY']) {
    console.log('only addresses', type, await outcome(resolver.resolve('x.example', type)));
  }
  server.close();
})();
