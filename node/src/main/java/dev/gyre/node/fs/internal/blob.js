'use strict';

// fs.openAsBlob(): a Blob that reads its bytes from the file when asked for them.

const { createBlobFromFile } = require('internal/buffer/blob');
const { toPath } = require('internal/fs/arguments');
const { kEmptyObject, lazyDOMException } = require('internal/util');
const { validateObject, validateString } = require('internal/validators');

function openAsBlob(path, options = kEmptyObject) {
  validateObject(options, 'options');
  const type = options.type || '';
  validateString(type, 'options.type');
  return open(toPath(path), type);
}

async function open(path, type) {
  const { statSync } = require('fs');
  let stats;
  try {
    stats = statSync(path);
  } catch {
    throw lazyDOMException('The blob could not be read', 'NotReadableError');
  }
  return createBlobFromFile(path, stats, type);
}

module.exports = { openAsBlob };
