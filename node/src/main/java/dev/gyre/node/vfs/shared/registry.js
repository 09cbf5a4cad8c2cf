'use strict';

// Which provider serves a file or folder of the system: for --vfs-mount.

const { ArrayPrototypeUnshift } = require('internal/primordials');
const { resolve } = require('path');
const { codes: { ERR_VFS_INVALID_TARGET } } = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');
const { validateFunction, validateObject, validateString } = require('internal/validators');

// The first one that can handle a source serves it. Those of a program come first.
const kinds = [{
  name: 'dir',
  canHandle: (source, stats) => stats.isDirectory(),
  create: (source) => {
    const { RealFSProvider } = require('internal/vfs/real');
    return new RealFSProvider(source);
  },
}];

function registerProvider(entry) {
  validateObject(entry, 'entry');
  const { name, canHandle, create } = entry;
  validateString(name, 'entry.name');
  validateFunction(canHandle, 'entry.canHandle');
  validateFunction(create, 'entry.create');
  ArrayPrototypeUnshift(kinds, { name, canHandle, create });
}

function providerOf(source) {
  const stats = require('fs').statSync(source, { throwIfNoEntry: false });
  if (stats?.isFile() || stats?.isDirectory()) {
    for (let i = 0; i < kinds.length; i++) {
      if (kinds[i].canHandle(source, stats)) return kinds[i].create(source, stats);
    }
  }
  throw new ERR_VFS_INVALID_TARGET(source);
}

// Mounts the sources in this order: the first one is /dev/null/vfs/0.
function mountAll(sources) {
  emitExperimentalWarning('--vfs-mount');
  const { VirtualFileSystem } = require('internal/vfs/file_system');
  for (let i = 0; i < sources.length; i++) {
    new VirtualFileSystem(providerOf(resolve(sources[i])), { emitExperimentalWarning: false }).mount();
  }
}

module.exports = { mountAll, registerProvider };
