const net = require('net');
const show = (name, error) => console.log(name, error.code, error.message);
const denied = (name, emitter) => new Promise((resolve) => emitter.on('error', (error) => {
  show(name, error);
  resolve();
}));
const thrown = (name, run) => {
  try {
    run();
    console.log(name, 'was allowed');
  } catch (error) {
    console.log(name, error.code, error.permission, JSON.stringify(error.resource));
  }
};
(async () => {
  await denied('connect', net.connect(8123, '127.0.0.1'));
  await denied('connect to a name', net.connect(8123, 'localhost'));
  await denied('connect to a path', net.connect('/tmp/gyre-none.sock'));
  await denied('tls', require('tls').connect(8123, '127.0.0.1'));
  await denied('http', require('http').get('http://127.0.0.1:8123/'));
  await denied('https', require('https').get('https://127.0.0.1:8123/'));
  await fetch('http://127.0.0.1:8123/').catch((error) => show('fetch', error.cause));
  thrown('listen', () => net.createServer().listen(0));
  thrown('listen on a path', () => net.createServer().listen('/tmp/gyre-none.sock'));
  thrown('http server', () => require('http').createServer().listen(0));
  const udp = require('dgram').createSocket('udp4');
  const refused = denied('bind', udp);
  udp.bind(0);
  await refused;
  const sender = require('dgram').createSocket('udp4');
  const unsent = denied('send', sender);
  sender.send('x', 8123, '127.0.0.1');
  await unsent;
  const dns = require('dns');
  await dns.promises.lookup('localhost').catch((error) => show('lookup', error));
  await dns.promises.resolve4('localhost').catch((error) => show('resolve4', error));
  await dns.promises.reverse('127.0.0.1').catch((error) => show('reverse', error));
  await dns.promises.lookupService('127.0.0.1', 80).catch((error) => show('lookupService', error));
  console.log('an address needs no lookup', await dns.promises.lookup('127.0.0.1'));
  await new Promise((resolve) => dns.lookup('localhost', (error) => resolve(show('callback', error))));
  console.log(process.permission.has('net'), process.permission.has('net', '127.0.0.1'));
})();
