const dns = require('dns');
const { open, outcome } = require('../server');

(async () => {
  const server = await open(() => undefined);
  const promising = server.resolver({ timeout: 10000 });
  const calling = new dns.Resolver({ timeout: 10000 });
  calling.setServers([server.address]);
  calling.resolve4('a.example', (error) => console.log('callback', error.code, error.message));
  const queries = [promising.resolve4('a.example'), promising.resolveMx('b.example'), promising.reverse('203.0.113.4')];
  for (const resolver of [calling, promising]) {
    try {
      resolver.setServers(['127.0.0.1']);
    } catch (error) {
      console.log(error.code, error.message.replace(/\d{4,}/, 'PORT'));
    }
  }
  calling.cancel();
  promising.cancel();
  console.log('cancelled');
  for (const query of queries) console.log(await outcome(query));
  calling.setServers(['127.0.0.1']);
  server.close();
})();
