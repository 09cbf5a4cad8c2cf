'use strict';

// os.constants. The numbers are those of Linux; errors that libuv has too come from its table, so that they have one source.

const { Error, MathAbs, ObjectFreeze, StringPrototypeSplit } = require('internal/primordials');
const { errnoOf } = require('internal/errno');
const { signals } = require('internal/signals');

// Errors that Linux has but libuv's table has not.
const ownNumbers = {
  __proto__: null,
  EBADMSG: 74,
  ECHILD: 10,
  EDEADLK: 35,
  EDOM: 33,
  EDQUOT: 122,
  EIDRM: 43,
  EINPROGRESS: 115,
  EMULTIHOP: 72,
  ENETRESET: 102,
  ENOLCK: 37,
  ENOLINK: 67,
  ENOMSG: 42,
  ENOSR: 63,
  ENOSTR: 60,
  EOPNOTSUPP: 95,
  ESTALE: 116,
  ETIME: 62,
  EWOULDBLOCK: 11,
};

const names = 'E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD ' +
  'ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EIDRM ' +
  'EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENETDOWN ' +
  'ENETRESET ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT ' +
  'ENOSPC ENOSR ENOSTR ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EPERM ' +
  'EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EWOULDBLOCK EXDEV';

const errno = { __proto__: null };
for (let i = 0, list = StringPrototypeSplit(names, ' '); i < list.length; i++) {
  const name = list[i];
  const number = ownNumbers[name] ?? errnoOf(name);
  if (number === undefined) throw new Error(`no number for ${name} in the errno table`);
  errno[name] = MathAbs(number);
}

module.exports = {
  __proto__: null,
  UV_UDP_REUSEADDR: 4,
  dlopen: { __proto__: null, RTLD_LAZY: 1, RTLD_NOW: 2, RTLD_GLOBAL: 256, RTLD_LOCAL: 0, RTLD_DEEPBIND: 8 },
  errno,
  signals: ObjectFreeze({ __proto__: null, ...signals }),
  priority: {
    __proto__: null,
    PRIORITY_LOW: 19,
    PRIORITY_BELOW_NORMAL: 10,
    PRIORITY_NORMAL: 0,
    PRIORITY_ABOVE_NORMAL: -7,
    PRIORITY_HIGH: -14,
    PRIORITY_HIGHEST: -20,
  },
};
