// The child writes the beginning of a message to the channel itself, and ends.
const { fork } = require('child_process');
const { writeSync } = require('fs');
if (process.argv[2] === 'child') {
  writeSync(Number(process.argv[3]), process.argv[4] === 'json' ? '{"a":' : Buffer.from([0, 0, 1, 0, 255]));
  process.exit(0);
} else {
  const run = (serialization, next) => {
    const child = fork(__filename, ['child', 3, serialization], { serialization });
    child.on('message', (message) => console.log('message', message));
    child.on('disconnect', () => console.log(serialization, 'disconnect'));
    child.on('close', (code) => {
      console.log(serialization, 'close', code, child.connected);
      next?.();
    });
  };
  run('json', () => run('advanced'));
}
