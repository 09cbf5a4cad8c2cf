'use strict';

// The errors of a virtual file system. They look like those of system calls.

const { ErrorCaptureStackTrace } = require('internal/primordials');
const errno = require('internal/errno');
const { UVException } = require('internal/system_errors');

// failure('ENOENT', 'open', '/x'): "ENOENT: no such file or directory, open '/x'"
function failure(code, syscall, path) {
  const error = new UVException({ errno: errno[`UV_${code}`], syscall, path });
  ErrorCaptureStackTrace(error, failure);
  return error;
}

module.exports = { failure };
