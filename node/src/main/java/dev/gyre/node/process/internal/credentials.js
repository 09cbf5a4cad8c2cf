'use strict';

// Users and groups. A name is looked up by Java; an unknown one answers ERR_UNKNOWN_CREDENTIAL.

const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_CREDENTIAL } } = require('internal/errors');
const { validateArray, validateUint32 } = require('internal/validators');

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

const setter = (name, kind) => ({
  [name](id) {
    validateId(id, 'id');
    native.setId(name, numeric(id, kind));
  },
})[name];

function install(process) {
  for (const name of ['getuid', 'geteuid', 'getgid', 'getegid']) {
    process[name] = { [name]: () => native.getId(name) }[name];
  }
  process.getgroups = { getgroups: () => native.getgroups() }.getgroups;
  process.setuid = setter('setuid', 'User');
  process.seteuid = setter('seteuid', 'User');
  process.setgid = setter('setgid', 'Group');
  process.setegid = setter('setegid', 'Group');
  process.setgroups = function setgroups(groups) {
    validateArray(groups, 'groups');
    groups.forEach((group, i) => validateId(group, `groups[${i}]`));
    native.setgroups(groups.map((group) => numeric(group, 'Group')));
  };
  process.initgroups = function initgroups(user, extraGroup) {
    validateId(user, 'user');
    validateId(extraGroup, 'extraGroup');
    native.initgroups(typeof user === 'string' ? user : native.userName(user), numeric(extraGroup, 'Group'));
  };
}

module.exports = { install };
