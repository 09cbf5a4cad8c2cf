const dns = require('dns');
const { promisify } = require('util');

let isSync = true;
dns.lookup('127.0.0.1', (...results) => console.log(isSync, results));
dns.lookup('::1', 4, (...results) => console.log(results));
dns.lookup('127.0.0.1', { all: true, family: 6 }, (...results) => console.log(results));
process.nextTick(() => console.log('tick'));
isSync = false;

(async () => {
  console.log(await dns.promises.lookup('1.2.3.4'), await dns.promises.lookup('::1', { all: true }));
  console.log(await promisify(dns.lookup)('1.2.3.4'), await promisify(dns.lookup)('1.2.3.4', { all: true }));
  console.log(await dns.promises.lookup('0x7f.1'), await dns.promises.lookup('127.1', { all: true, family: 4 }));
  for (const host of ['a'.repeat(300), 'a\u0300\ud800']) {
    await dns.promises.lookup(host).catch(({ code, errno, syscall, hostname }) => {
      console.log(code, errno, syscall, hostname.length);
    });
  }
})();
