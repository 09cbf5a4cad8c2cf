'use strict';

// The errors of reading and writing numbers. The valid case costs two element loads: an index outside of the array, or no
// index at all, reads undefined.

const { MathFloor } = require('internal/primordials');
const {
  codes: { ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { validateNumber } = require('internal/validators');

// Throws if `offset` is no integer or leaves no room for `last` + 1 bytes.
function outOfBounds(buffer, offset, last) {
  validateNumber(offset, 'offset');
  if (MathFloor(offset) !== offset) throw new ERR_OUT_OF_RANGE('offset', 'an integer', offset);
  const room = buffer.length - last - 1;
  if (room < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  throw new ERR_OUT_OF_RANGE('offset', `>= 0 and <= ${room}`, offset);
}

function checkBounds(buffer, offset, last) {
  if (typeof offset !== 'number' || buffer[offset] === undefined || buffer[offset + last] === undefined) {
    outOfBounds(buffer, offset, last);
  }
}

function wrongByteLength(byteLength) {
  validateNumber(byteLength, 'byteLength');
  if (MathFloor(byteLength) !== byteLength) throw new ERR_OUT_OF_RANGE('byteLength', 'an integer', byteLength);
  throw new ERR_OUT_OF_RANGE('byteLength', '>= 1 and <= 6', byteLength);
}

// The range of a value of more than four bytes is written with powers, because the digits are hard to read.
function valueOutOfRange(value, min, max, size) {
  const n = typeof min === 'bigint' ? 'n' : '';
  let range;
  if (size <= 4) {
    range = `>= ${min}${n} and <= ${max}${n}`;
  } else if (min === 0 || min === 0n) {
    range = `>= 0${n} and < 2${n} ** ${size * 8}${n}`;
  } else {
    range = `>= -(2${n} ** ${size * 8 - 1}${n}) and < 2${n} ** ${size * 8 - 1}${n}`;
  }
  throw new ERR_OUT_OF_RANGE('value', range, value);
}

function requireOffset(offset) {
  if (offset === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
}

module.exports = { checkBounds, requireOffset, valueOutOfRange, wrongByteLength };
