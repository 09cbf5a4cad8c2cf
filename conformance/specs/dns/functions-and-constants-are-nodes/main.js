const dns = require('dns');

for (const module of [dns, dns.promises]) {
  for (const [key, value] of Object.entries(module)) {
    console.log(key, typeof value === 'function' ? `${value.name}(${value.length})` : typeof value === 'object' ? '{}' : value);
  }
  console.log(Object.getOwnPropertyNames(module.Resolver.prototype));
  console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(module.Resolver.prototype)));
}
console.log(dns.getDefaultResultOrder());
dns.setDefaultResultOrder('ipv4first');
console.log(dns.getDefaultResultOrder(), dns.promises.getDefaultResultOrder());
