'use strict';

// Errors of system calls and of the resolver, with libuv's error numbers. They are plain Errors to the user.

const { Error, ObjectKeys } = require('internal/primordials');
const { uvErrmapGet, UV_EAI_NODATA, UV_EAI_NONAME } = require('internal/errno');

const unmappedError = ['UNKNOWN', 'unknown error'];

const withPort = (address, port) => (port && port > 0 ? ` ${address}:${port}` : address ? ` ${address}` : '');

// "ENOENT: no such file or directory, open 'x'"
class UVException extends Error {
  constructor(context) {
    const { 0: code, 1: description } = uvErrmapGet(context.errno) ?? unmappedError;
    const path = context.path ? context.path.toString() : undefined;
    const dest = context.dest ? context.dest.toString() : undefined;
    super(`${code}: ${context.message || description}, ${context.syscall}` +
      `${path ? ` '${path}'` : ''}${dest ? ` -> '${dest}'` : ''}`);
    for (let i = 0, list = ObjectKeys(context); i < list.length; i++) {
      const name = list[i];
      if (name !== 'message' && name !== 'path' && name !== 'dest') this[name] = context[name];
    }
    this.code = code;
    if (path) this.path = path;
    if (dest) this.dest = dest;
  }
}

// "bind EADDRINUSE: address already in use 0.0.0.0:80"
class UVExceptionWithHostPort extends Error {
  constructor(errno, syscall, address, port) {
    const { 0: code, 1: description } = uvErrmapGet(errno) ?? unmappedError;
    super(`${syscall} ${code}: ${description}${withPort(address, port)}`);
    this.code = code;
    this.errno = errno;
    this.syscall = syscall;
    this.address = address;
    if (port) this.port = port;
  }
}

// "spawn ENOENT"
class ErrnoException extends Error {
  constructor(errno, syscall, original) {
    // The public function: users get this class through util, and it validates their arguments.
    const code = require('util').getSystemErrorName(errno);
    super(`${syscall} ${code}${original ? ` ${original}` : ''}`);
    this.errno = errno;
    this.code = code;
    this.syscall = syscall;
  }
}

const isPermissionModelError = (value) => value?.code === 'ERR_ACCESS_DENIED';

// "connect ECONNREFUSED 127.0.0.1:80"
class ExceptionWithHostPort extends Error {
  constructor(errno, syscall, address, port, additional) {
    const isDenied = isPermissionModelError(errno);
    const code = isDenied ? errno.code : require('util').getSystemErrorName(errno);
    const details = isDenied ? ` ${errno.message}` :
      `${withPort(address, port)}${additional ? ` - Local (${additional})` : ''}`;
    super(`${syscall} ${code}${details}`);
    this.errno = errno;
    this.code = code;
    this.syscall = syscall;
    this.address = address;
    if (port) this.port = port;
  }
}

// "getaddrinfo ENOTFOUND example.invalid": `code` is a libuv number, or a name of the resolver.
class DNSException extends Error {
  constructor(code, syscall, hostname) {
    let errno, name = code;
    if (typeof code === 'number') {
      errno = code;
      const isMissing = code === UV_EAI_NODATA || code === UV_EAI_NONAME;
      name = isMissing ? 'ENOTFOUND' : require('internal/util').getSystemErrorName(code);
    } else if (isPermissionModelError(code)) {
      name = code.code;
    }
    super(`${syscall} ${name}${hostname ? ` ${hostname}` : ''}`);
    this.errno = errno;
    this.code = name;
    this.syscall = syscall;
    if (hostname) this.hostname = hostname;
  }
}

class ConnResetException extends Error {
  constructor(message) {
    super(message);
    this.code = 'ECONNRESET';
  }
}

// So that `constructor`, and therefore inspect(), shows Error.
for (let j = 0, items = [UVException, UVExceptionWithHostPort, ErrnoException, ExceptionWithHostPort, DNSException,
                             ConnResetException]; j < items.length; j++) {
  const { prototype } = items[j];
  delete prototype.constructor;
}

module.exports = {
  ConnResetException,
  DNSException,
  ErrnoException,
  ExceptionWithHostPort,
  UVException,
  UVExceptionWithHostPort,
};
