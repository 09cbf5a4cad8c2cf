'use strict';

// Compiles functions without a way through Java: a function of machine code (capability `compile-calls`) has V8 compile a text. And it finds what the compile cache has kept of a source that internal/system_calls has read.
//
// Every function here answers undefined where Java has to do it: for syntax errors, which it tells, for what is not kept, and
// where the capability is off.

const { NumberPrototypeToString, ReflectApply, StringPrototypeIncludes, joinLists } = require('internal/primordials');
const { latin1Slice } = require('internal/buffer/codec');
const systemCalls = require('internal/system_calls');
const layout = require('internal/layout');

const { compileCall, giveBack, hash, hashHigh, hashLow, lengthOfSource, memory, putPath, readFile, sourceText } = systemCalls;
const { CODE_AT, CODE_BYTES, CODE_LENGTH, MAX_PARAMETERS, PATH_AT, SOURCE_AT, USES_CODE } = layout.SystemCall;
const {
  ASCII, AS_READ, COMMONJS, HASH, HASH_HIGH, CONTENTS_AT, IS_KEPT_CODE, LENGTH, MAGIC, NAMES_INSPECTOR, SOURCE_HASH, SOURCE_HASH_HIGH,
  SOURCE_LENGTH, TRAITS,
} = layout.KeptCode;

// V8's inspector knows the scripts that were compiled since it was made. To make it costs a start a millisecond, so it is made
// where a script names it, before that is compiled.
let hasInspector = false;

const namesInspector = (source) => StringPrototypeIncludes(source, 'inspector');

function openInspector() {
  if (hasInspector) return;
  hasInspector = true;
  binding('bridge').openInspector();
}

function expectInspector(source) {
  if (!hasInspector && namesInspector(source)) openInspector();
}

// The function of a CommonJS module.
function compileDirectly(source, name) {
  const make = compileCall();
  return make === undefined ? undefined : compileModule(make, source, name, 0);
}

function compileModule(make, source, name, usesCode) {
  memory.ints[USES_CODE] = usesCode;
  try {
    return make(source, name, ReflectApply, 5, 'exports', 'require', 'module', '__filename', '__dirname');
  } catch {
    return undefined; // Java compiles it again, and tells the error
  }
}

// A function in the context of another function.
function compileDirectlyIn(ofContext, source, name, parameters) {
  const make = parameters.length > MAX_PARAMETERS ? undefined : compileCall();
  if (make === undefined) return undefined;
  expectInspector(source);
  memory.ints[USES_CODE] = 0;
  try {
    return ReflectApply(make, undefined, joinLists([source, name, ofContext, parameters.length], parameters));
  } catch {
    return undefined;
  }
}

// ---- the compile cache

let folder;

function keepIn(directory) {
  folder = directory;
}

// The function of the module whose source was read last. Its path still stands where system calls find it.
function keptFunction(path) {
  const make = folder === undefined ? undefined : compileCall();
  if (make === undefined) return undefined;
  const traits = readCode(path);
  if (traits === undefined || (traits & AS_READ) === 0) return undefined;
  if ((traits & NAMES_INSPECTOR) !== 0) openInspector();
  const function_ = compileModule(make, (traits & ASCII) === 0 ? sourceText() : asciiText(), path, 1);
  giveBack(CODE_AT, codeLength);
  return function_;
}

let codeLength = 0;

const asciiText = () => latin1Slice(memory.bytes, SOURCE_AT, SOURCE_AT + lengthOfSource());

// Reads the code that is kept for the source; returns the traits of the source.
function readCode(path) {
  const { address, ints } = memory;
  const pathLength = putPath(path);
  if (pathLength < 0) return undefined;
  hash(PATH_AT, pathLength, COMMONJS);
  const name = `${hexOf(hashHigh())}-${hexOf(hashLow())}`;
  const sourceLength = lengthOfSource();
  hash(SOURCE_AT, sourceLength, sourceLength);
  const low = hashLow();
  const high = hashHigh();
  if (putPath(`${folder}/${name}`) < 0) return undefined;
  const read = readFile(address + PATH_AT, address + CODE_AT, CODE_BYTES);
  const length = read - CONTENTS_AT;
  if (!(length > 0) || read === CODE_BYTES) return undefined;
  const at = CODE_AT >> 2;
  if (ints[at + MAGIC] !== IS_KEPT_CODE || ints[at + LENGTH] !== length || ints[at + SOURCE_LENGTH] !== sourceLength ||
      ints[at + SOURCE_HASH] !== low || ints[at + SOURCE_HASH_HIGH] !== high) {
    return undefined;
  }
  hash(CODE_AT + CONTENTS_AT, length, length);
  if (ints[at + HASH] !== hashLow() || ints[at + HASH_HIGH] !== hashHigh()) return undefined;
  ints[CODE_LENGTH] = codeLength = length;
  return ints[at + TRAITS];
}

const hexOf = (half) => NumberPrototypeToString(half >>> 0, 16);

module.exports = { compileDirectly, compileDirectlyIn, expectInspector, keepIn, keptFunction, namesInspector };
