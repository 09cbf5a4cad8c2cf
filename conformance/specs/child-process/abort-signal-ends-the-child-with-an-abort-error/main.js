const { spawn } = require('child_process');
const controller = new AbortController();
const child = spawn('sleep', ['60'], { signal: controller.signal, killSignal: 'SIGINT' });
child.on('error', (err) => console.log(err.name, err.code, String(err.cause)));
child.on('exit', (code, signal) => console.log('exit', code, signal));
child.on('spawn', () => controller.abort());
