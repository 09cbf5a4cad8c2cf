const dns = require('dns');

const nothing = () => {};
const attempts = [
  () => dns.lookup(),
  () => dns.lookup('a'),
  () => dns.lookup('a', 'b'),
  () => dns.lookup('', nothing),
  () => dns.lookup(false, { all: true }, nothing),
  () => dns.lookup({}, nothing),
  () => dns.lookup('a\0b', nothing),
  () => dns.lookup('a', 5, nothing),
  () => dns.lookup('a', { family: 'ipv4' }, nothing),
  () => dns.lookup('a', { hints: 1 }, nothing),
  () => dns.lookup('a', { hints: 'x' }, nothing),
  () => dns.lookup('a', { all: 1 }, nothing),
  () => dns.lookup('a', { verbatim: 1 }, nothing),
  () => dns.lookup('a', { order: 'x' }, nothing),
  () => dns.lookup('a', 'x', nothing),
  () => dns.lookupService('127.0.0.1', 80),
  () => dns.lookupService('localhost', 80, nothing),
  () => dns.lookupService('127.0.0.1', 65536, nothing),
  () => dns.lookupService('127.0.0.1', 80, 'x'),
  () => dns.resolve('a'),
  () => dns.resolve('a', 'FOO', nothing),
  () => dns.resolve('a', 1, nothing),
  () => dns.resolve4('a'),
  () => dns.resolve4(1, nothing),
  () => dns.resolve4('a', {}, 'x'),
  () => dns.reverse('a', nothing),
  () => dns.setDefaultResultOrder('x'),
  () => dns.promises.lookup(1),
  () => dns.promises.lookup('a', 'x'),
  () => dns.promises.lookup('a', { family: 'IPv4' }),
  () => dns.promises.lookupService('a', 1),
  () => dns.promises.lookupService('127.0.0.1'),
  () => dns.promises.resolve('a', 'FOO'),
  () => dns.promises.resolve4(1),
];
for (const attempt of attempts) {
  try {
    attempt();
    console.log('nothing thrown', `${attempt}`);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
dns.promises.lookup('').catch((error) => console.log('rejected', error.code, error.message));
dns.promises.reverse('a').catch((error) => console.log('rejected', error.code, error.message));
