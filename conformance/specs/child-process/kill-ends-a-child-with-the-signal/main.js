const { spawn } = require('child_process');
const child = spawn('sleep', ['60']);
child.on('exit', (code, signal) => {
  console.log(code, signal, child.killed, child.exitCode, child.signalCode);
  console.log(child.kill());
});
console.log(child.kill(0), child.killed);
console.log(child.kill('SIGKILL'), child.killed);
try {
  child.kill('SIGNONE');
} catch (err) {
  console.log(err.code, err.message);
}
