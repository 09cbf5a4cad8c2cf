'use strict';

// buf.readX(). Bytes are combined by multiplication where a shift would turn the topmost bit into the sign of an int32.

const { BigInt, Float32Array, Float64Array, Uint8Array } = require('internal/primordials');
const { checkBounds, requireOffset, wrongByteLength } = require('internal/buffer/bounds');

const float32 = new Float32Array(1);
const float32Bytes = new Uint8Array(float32.buffer);
const float64 = new Float64Array(1);
const float64Bytes = new Uint8Array(float64.buffer);
float32[0] = -1; // 0xbf800000
const bigEndian = float32Bytes[3] === 0;

const u16le = (b, o) => b[o] | (b[o + 1] << 8);
const u16be = (b, o) => (b[o] << 8) | b[o + 1];
const i32le = (b, o) => b[o] | (b[o + 1] << 8) | (b[o + 2] << 16) | (b[o + 3] << 24);
const i32be = (b, o) => (b[o] << 24) | (b[o + 1] << 16) | (b[o + 2] << 8) | b[o + 3];
const u32le = (b, o) => i32le(b, o) >>> 0;
const u32be = (b, o) => i32be(b, o) >>> 0;
const signed8 = (v) => (v << 24) >> 24;
const signed16 = (v) => (v << 16) >> 16;

function unsignedLE(b, o, size) {
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + b[o + i];
  return value;
}

function unsignedBE(b, o, size) {
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + b[o + i];
  return value;
}

function toSigned(value, size) {
  const limit = 2 ** (size * 8 - 1);
  return value < limit ? value : value - limit * 2;
}

function checkSized(buffer, offset, byteLength) {
  requireOffset(offset);
  if (byteLength !== 1 && byteLength !== 2 && byteLength !== 3 &&
      byteLength !== 4 && byteLength !== 5 && byteLength !== 6) wrongByteLength(byteLength);
  checkBounds(buffer, offset, byteLength - 1);
}

const methods = {
  readUInt8(offset = 0) {
    checkBounds(this, offset, 0);
    return this[offset];
  },
  readInt8(offset = 0) {
    checkBounds(this, offset, 0);
    return signed8(this[offset]);
  },
  readUInt16LE(offset = 0) {
    checkBounds(this, offset, 1);
    return u16le(this, offset);
  },
  readUInt16BE(offset = 0) {
    checkBounds(this, offset, 1);
    return u16be(this, offset);
  },
  readInt16LE(offset = 0) {
    checkBounds(this, offset, 1);
    return signed16(u16le(this, offset));
  },
  readInt16BE(offset = 0) {
    checkBounds(this, offset, 1);
    return signed16(u16be(this, offset));
  },
  readUInt32LE(offset = 0) {
    checkBounds(this, offset, 3);
    return u32le(this, offset);
  },
  readUInt32BE(offset = 0) {
    checkBounds(this, offset, 3);
    return u32be(this, offset);
  },
  readInt32LE(offset = 0) {
    checkBounds(this, offset, 3);
    return i32le(this, offset);
  },
  readInt32BE(offset = 0) {
    checkBounds(this, offset, 3);
    return i32be(this, offset);
  },

  readUIntLE(offset, byteLength) {
    checkSized(this, offset, byteLength);
    return unsignedLE(this, offset, byteLength);
  },
  readUIntBE(offset, byteLength) {
    checkSized(this, offset, byteLength);
    return unsignedBE(this, offset, byteLength);
  },
  readIntLE(offset, byteLength) {
    checkSized(this, offset, byteLength);
    return toSigned(unsignedLE(this, offset, byteLength), byteLength);
  },
  readIntBE(offset, byteLength) {
    checkSized(this, offset, byteLength);
    return toSigned(unsignedBE(this, offset, byteLength), byteLength);
  },

  readBigUInt64LE(offset = 0) {
    checkBounds(this, offset, 7);
    return (BigInt(u32le(this, offset + 4)) << 32n) + BigInt(u32le(this, offset));
  },
  readBigUInt64BE(offset = 0) {
    checkBounds(this, offset, 7);
    return (BigInt(u32be(this, offset)) << 32n) + BigInt(u32be(this, offset + 4));
  },
  readBigInt64LE(offset = 0) {
    checkBounds(this, offset, 7);
    return (BigInt(i32le(this, offset + 4)) << 32n) + BigInt(u32le(this, offset));
  },
  readBigInt64BE(offset = 0) {
    checkBounds(this, offset, 7);
    return (BigInt(i32be(this, offset)) << 32n) + BigInt(u32be(this, offset + 4));
  },

  readFloatLE(offset = 0) {
    checkBounds(this, offset, 3);
    return readFloat(this, offset, bigEndian);
  },
  readFloatBE(offset = 0) {
    checkBounds(this, offset, 3);
    return readFloat(this, offset, !bigEndian);
  },
  readDoubleLE(offset = 0) {
    checkBounds(this, offset, 7);
    return readDouble(this, offset, bigEndian);
  },
  readDoubleBE(offset = 0) {
    checkBounds(this, offset, 7);
    return readDouble(this, offset, !bigEndian);
  },
};

function readFloat(buffer, offset, backwards) {
  if (backwards) {
    for (let i = 0; i < 4; i++) float32Bytes[3 - i] = buffer[offset + i];
  } else {
    for (let i = 0; i < 4; i++) float32Bytes[i] = buffer[offset + i];
  }
  return float32[0];
}

function readDouble(buffer, offset, backwards) {
  if (backwards) {
    for (let i = 0; i < 8; i++) float64Bytes[7 - i] = buffer[offset + i];
  } else {
    for (let i = 0; i < 8; i++) float64Bytes[i] = buffer[offset + i];
  }
  return float64[0];
}

module.exports = { bigEndian, readMethods: methods };
