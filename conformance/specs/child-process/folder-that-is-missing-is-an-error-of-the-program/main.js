const { spawn, spawnSync } = require('child_process');
spawn('pwd', { cwd: '/no/such/folder' }).on('error', (err) => console.log(err.message, err.path));
console.log(String(spawnSync('pwd', { cwd: '/' }).stdout));
