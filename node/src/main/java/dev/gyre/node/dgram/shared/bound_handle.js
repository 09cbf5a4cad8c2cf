'use strict';

// A UDP socket of the system without a dgram Socket: the primary of a cluster binds it, and its workers receive on it.

const { isInt32 } = require('internal/validators');
const { UV_EINVAL } = require('internal/errno');
const { FAMILIES } = require('internal/dgram/state');
const { UdpHandle } = require('internal/dgram/handle');

const openDescriptor = (handle, fd) => (binding('descriptor').kindOf(fd) === 'UDP' ? handle.open(fd) : UV_EINVAL);

// Returns the handle or a negative errno.
function createBoundHandle(address, port, type, fd, flags) {
  const handle = new UdpHandle(FAMILIES[type]);
  const errno = isInt32(fd) && fd > 0 ? openDescriptor(handle, fd) :
    port || address ? handle.bindAddress(address, port || 0, flags) : 0;
  if (errno === 0) return handle;
  handle.close();
  return errno;
}

module.exports = { createBoundHandle };
