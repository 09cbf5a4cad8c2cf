'use strict';

const posix = require('internal/path/posix');
const win32 = require('internal/path/win32');

posix.win32 = win32.win32 = win32;
posix.posix = win32.posix = posix;

// The old name, deprecated in the documentation only (DEP0080).
posix._makeLong = posix.toNamespacedPath;
win32._makeLong = win32.toNamespacedPath;

module.exports = process.platform === 'win32' ? win32 : posix;
