'use strict';
// A loopback connection that one side ends. The other side ends and closes in the same turn of the loop in which it heard
// of it; the first one hears of that in the next.
const net = require('net');

function run(name, whoEnds, whenToClose) {
  return new Promise((resolve) => {
    const log = [];
    const closeServer = () => server.close(() => {
      log.push('server closed');
      finish();
    });
    let left = 3;
    const finish = () => {
      if (--left > 0) return;
      console.log(`${name}: ${log.join(', ')}`);
      resolve();
    };
    const watch = (side, socket, onClose) => {
      socket.on('end', () => {
        log.push(`${side} end`);
        setImmediate(() => log.push(`${side} immediate`));
      });
      socket.on('finish', () => log.push(`${side} finish`));
      socket.on('close', () => {
        log.push(`${side} close`);
        onClose();
        finish();
      });
      socket.resume();
    };
    const server = net.createServer((socket) => {
      watch('theirs', socket, () => { if (whenToClose === 'theirs') closeServer(); });
      if (whoEnds === 'theirs') socket.end('x');
      if (whenToClose === 'connection') closeServer();
    }).listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1', () => { if (whoEnds === 'ours') client.end('x'); });
      watch('ours', client, () => { if (whenToClose === 'ours') closeServer(); });
    });
  });
}

async function main() {
  for (const whoEnds of ['ours', 'theirs']) {
    for (const whenToClose of ['connection', 'ours', 'theirs']) await run(`${whoEnds} ends, closed by ${whenToClose}`, whoEnds, whenToClose);
  }
}

main();
