'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSlice, ObjectDefineProperties, StringPrototypeAt, StringPrototypeEndsWith,
  StringPrototypeSlice, SymbolToPrimitive, Uint16Array, Uint8Array, bufferOf,
} = require('internal/primordials');
const constants = require('internal/os/constants');
const { codes: { ERR_SYSTEM_ERROR }, hideStackFrames } = require('internal/errors');
const { validateInt32 } = require('internal/validators');

const native = () => binding('os');

// A failed system call as os throws it: an ERR_SYSTEM_ERROR with the details in `info`.
function systemError(error) {
  if (error.syscall === undefined) throw error;
  const { errno, code, syscall } = error;
  const { 1: message } = require('internal/errno').uvErrmapGet(errno);
  return new ERR_SYSTEM_ERROR({ errno, code, message, syscall });
}

const checked = (call) => hideStackFrames(() => {
  try {
    return call();
  } catch (error) {
    throw systemError(error);
  }
});

// `${os.hostname}` is the result of os.hostname().
function withPrimitive(fn) {
  fn[SymbolToPrimitive] = () => fn();
  return fn;
}

// Values that can't change while the process runs are read once.
function once(call) {
  let value;
  return () => value ??= call();
}

const getOSType = once(() => native().type());
const getOSRelease = once(() => native().release());
const getOSVersion = once(() => native().version());
const getMachine = once(() => native().machine());

function arch() {
  return process.arch;
}

function platform() {
  return process.platform;
}

const word = new Uint16Array(1);
word[0] = 1;
const kEndianness = new Uint8Array(bufferOf(word))[0] === 1 ? 'LE' : 'BE';

function endianness() {
  return kEndianness;
}

function loadavg() {
  return native().loadavg();
}

function cpus() {
  const data = native().cpus();
  const result = [];
  for (let i = 0; i < data.length; i += 7) {
    const { 0: model, 1: speed, 2: user, 3: nice, 4: sys, 5: idle, 6: irq } = ArrayPrototypeSlice(data, i, i + 7);
    ArrayPrototypePush(result, { model, speed, times: { user, nice, sys, idle, irq } });
  }
  return result;
}

function networkInterfaces() {
  const data = native().networkInterfaces();
  const result = {};
  for (let i = 0; i < data.length; i += 8) {
    const { 0: name, 1: address, 2: netmask, 3: family, 4: mac, 5: internal, 6: scopeid, 7: prefix } = ArrayPrototypeSlice(data, i, i + 8);
    const entry = { address, netmask, family, mac, internal, cidr: `${address}/${prefix}` };
    if (scopeid !== -1) entry.scopeid = scopeid;
    ArrayPrototypePush(result[name] ??= [], entry);
  }
  return result;
}

// ---- user and directories

const passwd = checked(() => native().userInfo());

function homedir() {
  const home = process.env.HOME;
  if (home !== undefined) return home;
  const { Buffer } = require('buffer');
  return Buffer.from(passwd()[3]).toString();
}

function tmpdir() {
  const { env } = process;
  if (process.platform === 'win32') {
    const path = env.TEMP || env.TMP || `${env.SystemRoot || env.windir}\\temp`;
    return path.length > 1 && StringPrototypeEndsWith(path, '\\') && StringPrototypeAt(path, -2) !== ':' ? StringPrototypeSlice(path, 0, -1) : path;
  }
  const path = env.TMPDIR || env.TMP || env.TEMP || '/tmp';
  return path.length > 1 && StringPrototypeEndsWith(path, '/') ? StringPrototypeSlice(path, 0, -1) : path;
}

function userInfo(options) {
  const { Buffer } = require('buffer');
  const encoding = typeof options === 'object' && options !== null ? options.encoding : undefined;
  const known = Buffer.isEncoding(encoding) ? encoding : 'utf8';
  const text = (bytes) => {
    if (bytes === null || bytes === undefined) return null;
    const buffer = Buffer.from(bytes);
    return encoding === 'buffer' ? buffer : buffer.toString(known);
  };
  const { 0: uid, 1: gid, 2: name, 3: home, 4: shell } = passwd();
  return { __proto__: null, uid, gid, username: text(name), homedir: text(home), shell: text(shell) };
}

// ---- priority

function getPriority(pid) {
  if (pid === undefined) pid = 0;
  else validateInt32(pid, 'pid');
  try {
    return native().getPriority(pid);
  } catch (error) {
    throw systemError(error);
  }
}

function setPriority(pid, priority) {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, 'pid');
  validateInt32(priority, 'priority', -20, 19);
  try {
    native().setPriority(pid, priority);
  } catch (error) {
    throw systemError(error);
  }
}

module.exports = {
  arch: withPrimitive(arch),
  availableParallelism: withPrimitive(() => native().availableParallelism()),
  cpus,
  endianness: withPrimitive(endianness),
  freemem: withPrimitive(() => native().freemem()),
  getPriority,
  homedir: withPrimitive(checked(homedir)),
  hostname: withPrimitive(checked(() => native().hostname())),
  loadavg,
  networkInterfaces,
  platform: withPrimitive(platform),
  release: withPrimitive(getOSRelease),
  setPriority,
  tmpdir: withPrimitive(tmpdir),
  totalmem: withPrimitive(() => native().totalmem()),
  type: withPrimitive(getOSType),
  userInfo,
  uptime: withPrimitive(checked(() => native().uptime())),
  version: withPrimitive(getOSVersion),
  machine: withPrimitive(getMachine),
};

const fixed = (value) => ({ __proto__: null, configurable: true, enumerable: true, writable: false, value });

ObjectDefineProperties(module.exports, {
  __proto__: null,
  constants: { __proto__: null, configurable: false, enumerable: true, value: constants },
  EOL: fixed(process.platform === 'win32' ? '\r\n' : '\n'),
  devNull: fixed(process.platform === 'win32' ? '\\\\.\\nul' : '/dev/null'),
});
