'use strict';

// node:vfs: file systems that a program makes itself. It needs the option --experimental-vfs.

const { VirtualFileSystem } = require('internal/vfs/file_system');
const { MemoryProvider } = require('internal/vfs/memory');
const { VirtualProvider } = require('internal/vfs/provider');
const { RealFSProvider } = require('internal/vfs/real');
const { registerProvider } = require('internal/vfs/registry');

function create(provider, options) {
  const isOptions = typeof provider === 'object' && provider !== null && !(provider instanceof VirtualProvider);
  return isOptions ? new VirtualFileSystem(undefined, provider) : new VirtualFileSystem(provider, options);
}

module.exports = {
  create,
  registerProvider,
  VirtualFileSystem,
  VirtualProvider,
  MemoryProvider,
  RealFSProvider,
};
