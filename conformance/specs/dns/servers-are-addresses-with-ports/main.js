const dns = require('dns');

const resolver = new dns.Resolver();
const attempt = (...servers) => {
  try {
    resolver.setServers(...servers);
    console.log(resolver.getServers());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
attempt(['1.2.3.4', '1.2.3.4:53', '1.2.3.5:5353', '::1', '[::1]', '[::1]:53', '[::2]:5353', '2001:DB8::1']);
attempt(['example.org']);
attempt([':53']);
attempt(['1.2.3.4', 5]);
attempt('1.2.3.4');
attempt();
attempt([]);
console.log(resolver.getServers());

dns.setServers(['9.9.9.9']);
console.log(dns.getServers(), dns.promises.getServers(), require('dns/promises') === dns.promises);
dns.promises.setServers(['8.8.8.8']);
console.log(dns.promises.getServers());

for (const options of [{ timeout: 'x' }, { timeout: -2 }, { tries: 0 }, { tries: 1.5 }, { maxTimeout: -1 }, { maxTimeout: null }]) {
  try {
    new dns.Resolver(options);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
for (const addresses of [['x'], ['1.2.3.4', '1.2.3.5'], ['::1', '::2'], ['::1', 'y'], [1], ['1.2.3.4', 1]]) {
  try {
    resolver.setLocalAddress(...addresses);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
resolver.setLocalAddress('127.0.0.1');
resolver.setLocalAddress('::1', '127.0.0.1');
console.log(resolver);
