const { fork } = require('child_process');
if (process.argv[2] === 'child') {
  process.channel.ref();
  setTimeout(() => {
    process.on('message', (message) => {
      console.log('late but there:', message);
      setImmediate(() => process.disconnect());
    });
  }, 100);
} else {
  fork(__filename, ['child']).send('early');
}
