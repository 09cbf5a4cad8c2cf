'use strict';

// An error as Node's C++ throws it for a failed system call: positive errno, message of the C library.

const { Error } = require('internal/primordials');

const WORDS = {
  __proto__: null,
  E2BIG: 'Argument list too long',
  EACCES: 'Permission denied',
  EAGAIN: 'Resource temporarily unavailable',
  EFAULT: 'Bad address',
  EINVAL: 'Invalid argument',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  ENAMETOOLONG: 'File name too long',
  ENOENT: 'No such file or directory',
  ENOEXEC: 'Exec format error',
  ENOMEM: 'Cannot allocate memory',
  ENOTDIR: 'Not a directory',
  EPERM: 'Operation not permitted',
  ETXTBSY: 'Text file busy',
};

// `errno` is negative, as Java returns it.
function errnoException(errno, syscall, path) {
  const { uvErrmapGet } = require('internal/errors');
  const { 0: code, 1: words } = uvErrmapGet(errno) ?? [`E${-errno}`, `Unknown error ${-errno}`];
  const error = new Error(`${code}, ${WORDS[code] ?? words}${path === undefined ? '' : ` '${path}'`}`);
  error.errno = -errno;
  error.code = code;
  error.syscall = syscall;
  if (path !== undefined) error.path = path;
  return error;
}

module.exports = { errnoException };
