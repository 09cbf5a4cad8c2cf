'use strict';

// Values between JavaScript and SQLite, as bytes: see ValueWriter. A value is its kind, then 8 bytes of a number, or 4 bytes
// of length and a text or bytes.

const {
  BigInt, BigIntAsIntN, DataView, DataViewPrototypeGetBigInt64, DataViewPrototypeGetFloat64, DataViewPrototypeGetInt32,
  DataViewPrototypeGetUint32, DataViewPrototypeSetBigInt64, DataViewPrototypeSetFloat64, DataViewPrototypeSetInt32,
  ObjectCreate, Uint8Array, arrayBufferDetached, isView,
} = require('internal/primordials');
const { utf8ByteLength, utf8Slice, utf8Write } = require('internal/buffer/codec');
const { bufferOf, byteLengthOf, bytesOf, setBytes } = require('internal/memory');
const { isAnyArrayBuffer, isArrayBuffer, isPromise } = require('util/types');
const { argType, argValue, outOfRange } = require('internal/sqlite/errors');

const NULL = 0;
const INTEGER = 1;
const REAL = 2;
const TEXT = 3;
const BLOB = 4;
const ERROR = 5;

const HIGH = 2 ** 32;
const MAX_HIGH = 2 ** 21; // above it, an integer has more than 53 bits

// ---- reading

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bufferOf(bytes), 0, byteLengthOf(bytes));
    this.end = byteLengthOf(bytes);
    this.at = 0;
  }

  get hasMore() {
    return this.at < this.end;
  }

  int() {
    this.at += 4;
    return DataViewPrototypeGetInt32(this.view, this.at - 4, true);
  }

  value(readsBigInts) {
    const kind = this.bytes[this.at++];
    switch (kind) {
      case NULL: return null;
      case INTEGER: return this.integer(readsBigInts);
      case REAL:
        this.at += 8;
        return DataViewPrototypeGetFloat64(this.view, this.at - 8, true);
      default: {
        const from = this.at + 4;
        const length = DataViewPrototypeGetUint32(this.view, this.at, true);
        this.at = from + length;
        return kind === TEXT ? utf8Slice(this.bytes, from, this.at) : copied(this.bytes, from, length);
      }
    }
  }

  integer(readsBigInts) {
    const { at, view } = this;
    this.at += 8;
    if (readsBigInts) return DataViewPrototypeGetBigInt64(view, at, true);
    const high = DataViewPrototypeGetInt32(view, at + 4, true);
    const low = DataViewPrototypeGetUint32(view, at, true);
    if (high >= MAX_HIGH || high < -MAX_HIGH || (high === -MAX_HIGH && low === 0)) {
      throw outOfRange('Value is too large to be represented as a JavaScript number: ' +
        `${DataViewPrototypeGetBigInt64(view, at, true)}`);
    }
    return high * HIGH + low;
  }

  // All values up to the end.
  rest(readsBigInts) {
    const values = [];
    while (this.hasMore) values[values.length] = this.value(readsBigInts);
    return values;
  }
}

function copied(bytes, from, length) {
  const copy = new Uint8Array(length);
  setBytes(copy, new Uint8Array(bufferOf(bytes), from, length));
  return copy;
}

// Rows as `Statement.execute` writes them. `names` are those of the columns that are known already.
function readRows(bytes, statement, most) {
  const rows = [];
  const reader = new Reader(bytes);
  if (!reader.hasMore) return rows;
  const columns = reader.int();
  if (bytes[reader.at++] === 1) {
    const names = [];
    for (let i = 0; i < columns; i++) names[i] = reader.value(false);
    statement.names = names;
  }
  const { names, readsBigInts, returnsArrays } = statement;
  while (reader.hasMore && rows.length < most) {
    const row = returnsArrays ? [] : ObjectCreate(null);
    for (let i = 0; i < columns; i++) row[returnsArrays ? i : names[i]] = reader.value(readsBigInts);
    rows[rows.length] = row;
  }
  return rows;
}

// ---- writing

function sizeOf(value) {
  switch (typeof value) {
    case 'number':
    case 'bigint': return 9;
    case 'string': return 5 + utf8ByteLength(value);
    default: return value === null ? 1 : 5 + byteLengthOf(value);
  }
}

class Writer {
  constructor(size) {
    this.bytes = new Uint8Array(size);
    this.view = new DataView(bufferOf(this.bytes));
    this.at = 0;
  }

  int(value) {
    DataViewPrototypeSetInt32(this.view, this.at, value, true);
    this.at += 4;
  }

  text(kind, value, size) {
    this.bytes[this.at++] = kind;
    this.int(size);
    this.at += utf8Write(this.bytes, value, this.at, size);
  }

  value(value, size) {
    switch (typeof value) {
      case 'number':
        this.bytes[this.at] = REAL;
        DataViewPrototypeSetFloat64(this.view, this.at + 1, value, true);
        this.at += 9;
        return;
      case 'bigint':
        this.bytes[this.at] = INTEGER;
        DataViewPrototypeSetBigInt64(this.view, this.at + 1, value, true);
        this.at += 9;
        return;
      case 'string':
        this.text(TEXT, value, size - 5);
        return;
      default:
    }
    if (value === null) {
      this.bytes[this.at++] = NULL;
      return;
    }
    this.bytes[this.at++] = BLOB;
    this.int(size - 5);
    setBytes(this.bytes, bytesOf(value), this.at);
    this.at += size - 5;
  }
}

// A buffer as its bytes; NULL if it has none, as in Node, for which an empty view is a blob.
function bufferAsView(value) {
  if (!isAnyArrayBuffer(value)) return value;
  if (isArrayBuffer(value) && arrayBufferDetached(value)) return null;
  const bytes = new Uint8Array(value);
  return byteLengthOf(bytes) === 0 ? null : bytes;
}

const fits = (value) => BigIntAsIntN(64, value) === value;

// A value as one of the kinds that SQLite has.
function parameter(value, index) {
  switch (typeof value) {
    case 'number':
    case 'string': return value;
    case 'boolean': return value ? 1n : 0n;
    case 'undefined': return null;
    case 'bigint':
      if (!fits(value)) throw argValue('BigInt value is too large to bind.');
      return value;
    default:
  }
  value = bufferAsView(value);
  if (value !== null && !isView(value)) {
    throw argType(`Provided value cannot be bound to SQLite parameter ${index}.`);
  }
  return value;
}

// Parameters for `Statement.execute`: their numbers in `places`; `values` is a list of the core's own. Nothing here runs code of the program.
function writeParameters(places, values) {
  let size = 0;
  const sizes = [];
  for (let i = 0; i < values.length; i++) {
    values[i] = parameter(values[i], places[i]);
    sizes[i] = sizeOf(values[i]);
    size += 4 + sizes[i];
  }
  const writer = new Writer(size);
  for (let i = 0; i < values.length; i++) {
    writer.int(places[i]);
    writer.value(values[i], sizes[i]);
  }
  return writer.bytes;
}

function writeError(message) {
  const size = utf8ByteLength(message);
  const writer = new Writer(5 + size);
  writer.text(ERROR, message, size);
  return writer.bytes;
}

// What a function of the program has returned.
function writeResult(value) {
  value = value === undefined ? null : bufferAsView(value);
  const isPlain = value === null || typeof value === 'number' || typeof value === 'string' || isView(value);
  if (!isPlain && typeof value !== 'bigint') {
    return writeError(isPromise(value) ?
      'Asynchronous user-defined functions are not supported' :
      'Returned JavaScript value cannot be converted to a SQLite value');
  }
  if (typeof value === 'bigint' && !fits(value)) return writeError('BigInt value is too large for SQLite');
  const size = sizeOf(value);
  const writer = new Writer(size);
  writer.value(value, size);
  return writer.bytes;
}

const writeInteger = (value) => writeResult(BigInt(value));

module.exports = { Reader, readRows, writeInteger, writeParameters, writeResult };
