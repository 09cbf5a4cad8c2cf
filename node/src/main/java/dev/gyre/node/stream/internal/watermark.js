'use strict';

// The high water mark: how much a side of a stream buffers before it signals backpressure.

const { NumberIsInteger: isInteger } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInteger } = require('internal/validators');

const defaults = { bytes: 64 * 1024, objects: 16 };

function getDefaultHighWaterMark(objectMode) {
  return objectMode ? defaults.objects : defaults.bytes;
}

function setDefaultHighWaterMark(objectMode, value) {
  validateInteger(value, 'value', 0);
  defaults[objectMode ? 'objects' : 'bytes'] = value;
}

// `sideKey` is the option of a Duplex for one of its sides; undefined for a stream with one side.
function highWaterMarkOf(options, sideKey, objectMode) {
  const given = options.highWaterMark ?? (sideKey === undefined ? undefined : options[sideKey]);
  if (given == null) return getDefaultHighWaterMark(objectMode);
  if (!isInteger(given) || given < 0) {
    throw new ERR_INVALID_ARG_VALUE(`options.${sideKey ?? 'highWaterMark'}`, given);
  }
  return given;
}

module.exports = { getDefaultHighWaterMark, highWaterMarkOf, setDefaultHighWaterMark };
