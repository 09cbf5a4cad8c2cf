'use strict';

// Names that a program can give another meaning.

// Global names of the language. Those of Node (`Buffer`, `URL`, `setTimeout` …) are replaceable too.
const GLOBALS = new Set(`
  AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float16Array Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl Iterator JSON
  Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol
  SyntaxError Temporal TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat
  parseInt unescape
  AbortController AbortSignal Blob BroadcastChannel Buffer CustomEvent DOMException Event EventTarget File FormData Headers
  MessageChannel MessagePort ReadableStream Request Response TextDecoder TextEncoder TransformStream URL URLSearchParams
  WritableStream atob btoa clearImmediate clearInterval clearTimeout console crypto fetch global navigator performance
  queueMicrotask setImmediate setInterval setTimeout structuredClone`.trim().split(/\s+/));

// Methods of built-ins, by owner. A receiver's type is not known to a linter, so a call is judged by the method's name.
const METHODS_BY_OWNER = {
  Array: `at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes
    indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted
    toSpliced unshift values with`,
  String: `at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed lastIndexOf localeCompare match
    matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring
    toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd trimStart`,
  RegExp: 'exec test',
  Function: 'apply bind call',
  Promise: 'catch finally then',
  Map: 'clear delete entries forEach get has keys set size values add',
  TypedArray: 'set subarray',
  Object: 'hasOwnProperty isPrototypeOf propertyIsEnumerable',
  Number: 'toFixed toPrecision',
  Date: `getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset
    getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds toISOString
    toUTCString`,
  Generator: 'next return throw',
};
const METHODS = new Set(Object.values(METHODS_BY_OWNER).flatMap((names) => names.trim().split(/\s+/)));

// Their objects have methods that nobody can replace (internal/primordials).
const SAFE_CLASSES = new Set(['SafeMap', 'SafeSet', 'SafeWeakMap', 'SafeWeakSet', 'SafeWeakRef', 'CoreBytes', 'CoreInts', 'CoreDoubles']);

module.exports = { GLOBALS, METHODS, SAFE_CLASSES };
