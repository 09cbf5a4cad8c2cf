'use strict';

// Mounted file systems have paths below that of a device, where the system can have no files: /dev/null/vfs/0 and so on.

module.exports = { MOUNTS: '/dev/null/vfs/' };
