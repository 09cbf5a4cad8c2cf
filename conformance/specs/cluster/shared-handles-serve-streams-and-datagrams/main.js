'use strict';
// NODE_CLUSTER_SCHED_POLICY=none: the workers accept by themselves, on one socket. Datagram sockets are always shared.
const cluster = require('cluster');
const dgram = require('dgram');
const net = require('net');

if (cluster.isWorker) {
  const server = net.createServer((socket) => socket.end(`stream from ${cluster.worker.id}`));
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message, sender) => socket.send(`datagram ${message}`, sender.port, sender.address));
  server.listen(0, '127.0.0.1', () => {
    socket.bind(0, '127.0.0.1', () => process.send({ tcp: server.address(), udp: socket.address() }));
  });
} else if (process.env.NODE_CLUSTER_SCHED_POLICY !== 'none') {
  process.env.NODE_CLUSTER_SCHED_POLICY = 'none';
  const { stdout, stderr } = require('child_process').spawnSync(process.execPath, [__filename]);
  process.stdout.write(`${stdout}${stderr}`);
} else {
  console.log(cluster.schedulingPolicy === cluster.SCHED_NONE);
  cluster.setupPrimary({ serialization: 'advanced' });
  const ready = (worker) => new Promise((done) => { worker.once('message', done); });
  const listening = [];
  cluster.on('listening', (_worker, { addressType, address, fd }) => listening.push(`${addressType} ${address} ${fd}`));
  (async () => {
    const workers = [cluster.fork(), cluster.fork()];
    const [one, other] = await Promise.all(workers.map(ready));
    console.log(one.tcp.port === other.tcp.port, one.udp.port === other.udp.port, one.udp.family);
    workers[1].disconnect();
    await new Promise((done) => { workers[1].on('exit', done); });
    const text = await new Promise((done) => {
      net.connect(one.tcp.port, '127.0.0.1').on('data', (data) => done(`${data}`));
    });
    console.log(text);
    const socket = dgram.createSocket('udp4');
    const answer = await new Promise((done) => {
      socket.on('message', (message) => done(`${message}`));
      socket.send('asked', one.udp.port, '127.0.0.1');
    });
    console.log(answer);
    console.log(listening.sort().join('; '));
    socket.close();
    cluster.disconnect(() => console.log('disconnected'));
  })();
}
