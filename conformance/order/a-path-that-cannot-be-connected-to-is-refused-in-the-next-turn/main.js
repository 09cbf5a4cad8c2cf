'use strict';
const net = require('net');

const socket = net.connect('/tmp/gyre-no-such-folder/socket');
socket.on('error', (error) => console.log('error', error.code));
socket.on('close', () => console.log('close'));
socket.write('x', (error) => console.log('write', error.code));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
setImmediate(() => console.log('immediate'));
