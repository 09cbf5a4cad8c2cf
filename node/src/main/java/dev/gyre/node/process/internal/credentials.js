'use strict';

// Users and groups. Java looks names up; an unknown name throws ERR_UNKNOWN_CREDENTIAL.

const { ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeMap, joinLists } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_CREDENTIAL } } = require('internal/errors');
const { validateArray, validateUint32 } = require('internal/validators');

const { errnoException } = require('internal/process/errno_exception');

const native = binding('process');

function validateId(id, name) {
  if (typeof id === 'number') validateUint32(id, name);
  else if (typeof id !== 'string') throw new ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
}

function numeric(id, kind) {
  if (typeof id === 'number') return id >>> 0;
  const found = native.lookupId(kind, id);
  if (found < 0) throw new ERR_UNKNOWN_CREDENTIAL(kind, id);
  return found;
}

// An error of a system call, worded as Node's C++ words it.
function attempt(name, run) {
  try {
    run();
  } catch (error) {
    if (error.errno === undefined) throw error;
    throw errnoException(error.errno, name);
  }
}

const setter = (name, kind) => ({
  [name](id) {
    validateId(id, 'id');
    const number = numeric(id, kind);
    attempt(name, () => native.setId(name, number));
  },
})[name];

// The effective group is included, whether or not the kernel lists it.
function getgroups() {
  const groups = native.getgroups();
  const own = native.getId('getegid');
  return ArrayPrototypeIncludes(groups, own) ? groups : joinLists(groups, [own]);
}

function install(process) {
  for (let j = 0, list = ['getuid', 'geteuid', 'getgid', 'getegid']; j < list.length; j++) {
    const name = list[j];
    process[name] = { [name]: () => native.getId(name) }[name];
  }
  process.getgroups = getgroups;
  process.setuid = setter('setuid', 'User');
  process.seteuid = setter('seteuid', 'User');
  process.setgid = setter('setgid', 'Group');
  process.setegid = setter('setegid', 'Group');
  process.setgroups = function setgroups(groups) {
    validateArray(groups, 'groups');
    ArrayPrototypeForEach(groups, (group, i) => validateId(group, `groups[${i}]`));
    const numbers = ArrayPrototypeMap(groups, (group) => numeric(group, 'Group'));
    attempt('setgroups', () => native.setgroups(numbers));
  };
  process.initgroups = function initgroups(user, extraGroup) {
    validateId(user, 'user');
    validateId(extraGroup, 'extraGroup');
    const name = typeof user === 'string' ? user : native.userName(user);
    const group = numeric(extraGroup, 'Group');
    attempt('initgroups', () => native.initgroups(name, group));
  };
}

module.exports = { install };
