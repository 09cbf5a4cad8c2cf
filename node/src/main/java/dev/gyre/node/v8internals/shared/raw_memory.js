'use strict';

// Capability "raw-memory": memory that is not zeroed, for callers that write all of it.
//
// V8 has a constructor of such ArrayBuffers for its own use, such as copying a typed array. No name refers to it, but it is
// in a slot of the native context, the outermost scope of all code, near ArrayBuffer. Code accesses its scopes by depth and
// slot. So a function gets bytecode here that reads this slot. That is done once, while the snapshot is made, which then
// contains the constructor. If V8 has it at another place, or the capability is off, memory is zeroed.

const { addCapability } = require('internal/v8internals/capabilities');
const { arrayBufferByteLength } = require('internal/primordials');

const { ArrayBuffer, Function, SyntaxError, Uint8Array } = require('internal/primordials');

const NAME = 'arrayBufferConstructor_DoNotInitialize';
const ARRAY_BUFFER = 42, UNINITIALIZED = 44; // slots; the others must not be read, they may contain no JavaScript value

function findConstructor() {
  // Outside of all scopes except that one. Its bytecode begins with: load from <context>, slot 2, depth 1.
  const reader = (0, eval)('(function() { let a = 1; return (function() { let b = 1; return () => b = a; })(); })()');
  reader();
  const code = new Function('reader', 'return %GetBytecode(reader);')(reader);
  const install = new Function('reader', 'code', '%InstallBytecode(reader, code);');
  const bytes = new Uint8Array(code.bytecode);
  const { 0: load, 1: context, 2: slot, 3: depth } = bytes;
  if (slot !== 2 || depth !== 1) return undefined;
  const read = (number) => {
    code.bytecode = new Uint8Array([load, context, number, 2, bytes[bytes.length - 1]]).buffer;
    install(reader, code);
    return reader();
  };
  if (read(ARRAY_BUFFER) !== ArrayBuffer) return undefined;
  const found = read(UNINITIALIZED);
  return found.name === NAME ? found : undefined;
}

function tryToFind() {
  try {
    return findConstructor();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // no runtime functions here
    throw error;
  }
}

const zeroed = (size) => new ArrayBuffer(size);
let construct = tryToFind() ?? zeroed;

// An ArrayBuffer of so many bytes, with undefined contents.
const rawMemory = (size) => construct(size);

// --zero-fill-buffers
function fillWithZeros() {
  construct = zeroed;
}

const SAMPLE_BYTES = 64;
const isWorking = () => arrayBufferByteLength(construct(SAMPLE_BYTES)) === SAMPLE_BYTES;

addCapability('raw-memory', { off: fillWithZeros, check: isWorking });

module.exports = { fillWithZeros, rawMemory };
