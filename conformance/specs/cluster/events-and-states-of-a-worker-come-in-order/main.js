'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isWorker) {
  const { worker } = cluster;
  console.log('in the worker', cluster.isPrimary, cluster.isMaster, worker.id, worker.state, worker.isConnected(), worker.isDead(),
              worker.process === process, process.env.NODE_UNIQUE_ID, process.env.COLOUR, process.argv.slice(2).join());
  console.log(Object.keys(cluster).filter((key) => !key.startsWith('_events') && key !== '_maxListeners' && key !== '_eventsCount').sort().join());
  process.on('internalMessage', () => {});
  worker.on('message', (message) => {
    if (message === 'listen') {
      const server = net.createServer().listen(0, () => {
        process.send({ cmd: 'mine', state: worker.state });
      });
      server.on('close', () => console.log('the server closed'));
    } else if (message === 'leave') {
      worker.on('disconnect', () => console.log('worker: disconnect', worker.exitedAfterDisconnect));
      process.on('disconnect', () => console.log('process: disconnect', process.connected));
      console.log(worker.disconnect() === worker, worker.state, worker.exitedAfterDisconnect);
    }
  });
} else {
  console.log(Object.keys(cluster).filter((key) => !key.startsWith('_')).sort().join());
  console.log(cluster.schedulingPolicy === cluster.SCHED_RR, cluster.SCHED_NONE, cluster.SCHED_RR, cluster.setupMaster === cluster.setupPrimary);
  console.log(JSON.stringify(cluster.settings), JSON.stringify(cluster.workers), cluster.worker);
  cluster.on('setup', (settings) => console.log('setup', settings === cluster.settings, Object.keys(settings).join(), settings.args.join()));
  cluster.setupPrimary({ args: ['a', 'b'] });
  cluster.setupPrimary({ silent: true });
  const worker = cluster.fork({ COLOUR: 'red' });
  console.log(worker instanceof cluster.Worker, worker.id, worker.state, worker.isConnected(), worker.isDead(), worker.exitedAfterDisconnect,
              cluster.workers[1] === worker, typeof worker.process.pid);
  for (const event of ['fork', 'online', 'listening', 'disconnect', 'exit']) {
    cluster.on(event, (one, ...rest) => {
      if (event === 'listening') rest = [rest[0].addressType, rest[0].address, typeof rest[0].port, rest[0].fd];
      console.log('cluster:', event, one === worker, worker.state, worker.isConnected(), worker.isDead(), worker.exitedAfterDisconnect, ...rest);
    });
    worker.on(event, (...rest) => console.log('worker:', event, rest.length));
  }
  worker.on('online', () => worker.send('listen'));
  cluster.on('message', (one, message, handle) => {
    console.log('cluster: message', one === worker, JSON.stringify(message), handle);
    worker.send('leave');
  });
  worker.on('message', (message) => console.log('worker: message', JSON.stringify(message)));
  let output = '';
  worker.process.stdout.on('data', (data) => { output += data; });
  worker.process.on('close', () => {
    console.log(output.trimEnd());
    console.log('send after the end', worker.send('x', (error) => console.log(error.code)));
    cluster.disconnect(() => {
      console.log('nobody left', JSON.stringify(cluster.workers));
      const killed = cluster.fork();
      cluster.removeAllListeners();
      killed.on('online', () => killed.kill('SIGKILL'));
      killed.on('exit', (code, signal) => console.log('killed', code, signal, killed.exitedAfterDisconnect, killed.isDead()));
    });
  });
}
