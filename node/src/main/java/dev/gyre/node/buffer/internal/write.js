'use strict';

// buf.writeX(). Each returns the offset after the written bytes.

const { Float32Array, Float64Array, MathFloor, Number, Uint8Array } = require('internal/primordials');
const { checkBounds, valueOutOfRange, wrongByteLength } = require('internal/buffer/bounds');
const { bigEndian } = require('internal/buffer/read');

const float32 = new Float32Array(1);
const float32Bytes = new Uint8Array(float32.buffer);
const float64 = new Float64Array(1);
const float64Bytes = new Uint8Array(float64.buffer);

function check(buffer, value, min, max, offset, size) {
  if (value > max || value < min) valueOutOfRange(value, min, max, size);
  checkBounds(buffer, offset, size - 1);
}

function write8(buffer, value, offset, min, max) {
  value = +value;
  if (typeof offset === 'number' && (value > max || value < min)) valueOutOfRange(value, min, max, 1);
  checkBounds(buffer, offset, 0);
  buffer[offset] = value;
  return offset + 1;
}

function write16LE(buffer, value, offset, min, max) {
  value = +value;
  check(buffer, value, min, max, offset, 2);
  buffer[offset] = value;
  buffer[offset + 1] = value >>> 8;
  return offset + 2;
}

function write16BE(buffer, value, offset, min, max) {
  value = +value;
  check(buffer, value, min, max, offset, 2);
  buffer[offset] = value >>> 8;
  buffer[offset + 1] = value;
  return offset + 2;
}

function write32LE(buffer, value, offset, min, max) {
  value = +value;
  check(buffer, value, min, max, offset, 4);
  buffer[offset] = value;
  buffer[offset + 1] = value >>> 8;
  buffer[offset + 2] = value >>> 16;
  buffer[offset + 3] = value >>> 24;
  return offset + 4;
}

function write32BE(buffer, value, offset, min, max) {
  value = +value;
  check(buffer, value, min, max, offset, 4);
  buffer[offset] = value >>> 24;
  buffer[offset + 1] = value >>> 16;
  buffer[offset + 2] = value >>> 8;
  buffer[offset + 3] = value;
  return offset + 4;
}

// One to six bytes: the low 32 bits and the bits above them, each by shifts.
function writeSized(buffer, value, offset, size, signed, littleEndian) {
  if (size !== 1 && size !== 2 && size !== 3 && size !== 4 && size !== 5 && size !== 6) wrongByteLength(size);
  if (size === 1) return write8(buffer, value, offset, signed ? -0x80 : 0, signed ? 0x7f : 0xff);
  value = +value;
  const span = 2 ** (size * 8);
  check(buffer, value, signed ? -span / 2 : 0, (signed ? span / 2 : span) - 1, offset, size);
  const high = MathFloor(value * 2 ** -32);
  for (let i = 0; i < size; i++) {
    const byte = i < 4 ? value >>> (i * 8) : high >>> ((i - 4) * 8);
    buffer[littleEndian ? offset + i : offset + size - 1 - i] = byte;
  }
  return offset + size;
}

function writeBig(buffer, value, offset, min, max, littleEndian) {
  check(buffer, value, min, max, offset, 8);
  const low = Number(value & 0xffffffffn);
  const high = Number((value >> 32n) & 0xffffffffn);
  for (let i = 0; i < 4; i++) {
    buffer[littleEndian ? offset + i : offset + 7 - i] = low >>> (i * 8);
    buffer[littleEndian ? offset + 4 + i : offset + 3 - i] = high >>> (i * 8);
  }
  return offset + 8;
}

// V8 uses a special NaN for undefined, which must not be stored.
const toDouble = (value) => (value === undefined ? NaN : +value);

function writeFloat(buffer, value, offset, backwards) {
  value = toDouble(value);
  checkBounds(buffer, offset, 3);
  float32[0] = value;
  for (let i = 0; i < 4; i++) buffer[offset + i] = float32Bytes[backwards ? 3 - i : i];
  return offset + 4;
}

function writeDouble(buffer, value, offset, backwards) {
  value = toDouble(value);
  checkBounds(buffer, offset, 7);
  float64[0] = value;
  for (let i = 0; i < 8; i++) buffer[offset + i] = float64Bytes[backwards ? 7 - i : i];
  return offset + 8;
}

const I64_MIN = -0x8000000000000000n;
const I64_MAX = 0x7fffffffffffffffn;
const U64_MAX = 0xffffffffffffffffn;

const methods = {
  writeUInt8(value, offset = 0) {
    return write8(this, value, offset, 0, 0xff);
  },
  writeInt8(value, offset = 0) {
    return write8(this, value, offset, -0x80, 0x7f);
  },
  writeUInt16LE(value, offset = 0) {
    return write16LE(this, value, offset, 0, 0xffff);
  },
  writeUInt16BE(value, offset = 0) {
    return write16BE(this, value, offset, 0, 0xffff);
  },
  writeInt16LE(value, offset = 0) {
    return write16LE(this, value, offset, -0x8000, 0x7fff);
  },
  writeInt16BE(value, offset = 0) {
    return write16BE(this, value, offset, -0x8000, 0x7fff);
  },
  writeUInt32LE(value, offset = 0) {
    return write32LE(this, value, offset, 0, 0xffffffff);
  },
  writeUInt32BE(value, offset = 0) {
    return write32BE(this, value, offset, 0, 0xffffffff);
  },
  writeInt32LE(value, offset = 0) {
    return write32LE(this, value, offset, -0x80000000, 0x7fffffff);
  },
  writeInt32BE(value, offset = 0) {
    return write32BE(this, value, offset, -0x80000000, 0x7fffffff);
  },

  writeUIntLE(value, offset, byteLength) {
    return writeSized(this, value, offset, byteLength, false, true);
  },
  writeUIntBE(value, offset, byteLength) {
    return writeSized(this, value, offset, byteLength, false, false);
  },
  writeIntLE(value, offset, byteLength) {
    return writeSized(this, value, offset, byteLength, true, true);
  },
  writeIntBE(value, offset, byteLength) {
    return writeSized(this, value, offset, byteLength, true, false);
  },

  writeBigUInt64LE(value, offset = 0) {
    return writeBig(this, value, offset, 0n, U64_MAX, true);
  },
  writeBigUInt64BE(value, offset = 0) {
    return writeBig(this, value, offset, 0n, U64_MAX, false);
  },
  writeBigInt64LE(value, offset = 0) {
    return writeBig(this, value, offset, I64_MIN, I64_MAX, true);
  },
  writeBigInt64BE(value, offset = 0) {
    return writeBig(this, value, offset, I64_MIN, I64_MAX, false);
  },

  writeFloatLE(value, offset = 0) {
    return writeFloat(this, value, offset, bigEndian);
  },
  writeFloatBE(value, offset = 0) {
    return writeFloat(this, value, offset, !bigEndian);
  },
  writeDoubleLE(value, offset = 0) {
    return writeDouble(this, value, offset, bigEndian);
  },
  writeDoubleBE(value, offset = 0) {
    return writeDouble(this, value, offset, !bigEndian);
  },
};

module.exports = { writeMethods: methods };
