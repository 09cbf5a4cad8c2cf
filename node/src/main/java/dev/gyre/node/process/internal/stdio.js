'use strict';

const EventEmitter = require('events');

function stream(fd) {
  const target = new EventEmitter();
  target.fd = fd;
  target.writable = true;
  target.write = (chunk, encoding, callback) => {
    binding('process').writeText(fd, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done) process.nextTick(done);
    return true;
  };
  return target;
}

module.exports = { stdout: () => stream(1), stderr: () => stream(2) };
