'use strict';

// The descriptors of virtual files. Their numbers have bit 30 set, which no descriptor of the system has.

const { SafeMap } = require('internal/primordials');
const { failure } = require('internal/vfs/failures');

const FIRST = 0x40000000;

const handles = new SafeMap(); // by number
let count = 0;

function add(handle) {
  const fd = FIRST | count++;
  handles.set(fd, handle);
  return fd;
}

// The handle of an open descriptor.
function get(fd, syscall) {
  const handle = handles.get(fd);
  if (handle === undefined) throw failure('EBADF', syscall);
  return handle;
}

module.exports = {
  add,
  find: (fd) => handles.get(fd),
  get,
  remove: (fd) => { handles.delete(fd); },
};
