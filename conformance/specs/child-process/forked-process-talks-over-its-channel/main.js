const { fork } = require('child_process');
if (process.argv[2] === 'child') {
  console.log('child', process.connected, typeof process.channel.ref, 'NODE_CHANNEL_FD' in process.env);
  process.once('message', (message) => {
    process.send({ answer: message, text: 'ä\n\u2028' });
    process.on('disconnect', () => { process.exitCode = 5; });
  });
} else {
  const child = fork(__filename, ['child']);
  child.on('message', (message) => {
    console.log(message);
    child.disconnect();
    console.log(child.connected, child.channel);
    child.send('too late', (err) => console.log(err.code));
  });
  child.on('exit', (code) => console.log('exit', code));
  console.log(child.send({ question: [1, null, 'x'], gone: undefined }));
}
