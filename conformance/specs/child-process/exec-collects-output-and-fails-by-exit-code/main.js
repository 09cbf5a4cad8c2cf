const { exec, execFile } = require('child_process');
const { promisify } = require('util');
exec('echo out; echo err >&2', (err, stdout, stderr) => {
  console.log(err, [stdout, stderr]);
  exec('echo gone >&2; exit 4', ({ message, code, killed, signal, cmd }, ...rest) => {
    console.log({ message, code, killed, signal, cmd }, rest);
    execFile('printf', ['%s', 'bytes'], { encoding: 'buffer' }, (err, stdout) => {
      console.log(err, stdout);
      promisify(exec)('echo promised; exit 1').catch((err) => {
        console.log(err.code, err.stdout);
        exec('yes', { maxBuffer: 10 }, (err, stdout) => console.log(err.code, err.message, stdout));
      });
    });
  });
});
