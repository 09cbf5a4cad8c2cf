'use strict';

// process.emitWarning(), and the listener that writes warnings to stderr or to a file.

const {
  ArrayIsArray, ArrayPrototypeIncludes, Error, ErrorCaptureStackTrace, ErrorPrototypeToString, String,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE }, isErrorStackTraceLimitWritable } = require('internal/errors');
const { validateString } = require('internal/validators');
const options = require('internal/options');

let traceNoted = false;

function isDisabled(warning) {
  const disabled = options.list('--disable-warning');
  return (warning?.code && ArrayPrototypeIncludes(disabled, warning.code)) || (warning?.name && ArrayPrototypeIncludes(disabled, warning.name));
}

function onWarning(warning) {
  if (isDisabled(warning) || !(warning instanceof Error)) return;
  const isDeprecation = warning.name === 'DeprecationWarning';
  if (isDeprecation && process.noDeprecation) return;
  const trace = process.traceProcessWarnings || (isDeprecation && process.traceDeprecation);
  let text = `(${process.release.name}:${process.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  if (trace && warning.stack) text += `${warning.stack}`;
  else if (typeof warning.toString === 'function') text += `${warning.toString()}`;
  else text += ErrorPrototypeToString(warning);
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !traceNoted) {
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    const name = require('path').basename(process.argv0 || 'node', '.exe');
    text += `\n(Use \`${name} ${flag} ...\` to show where the warning was created)`;
    traceNoted = true;
  }
  write(text);
}

let fd;

function write(text) {
  const file = options.get('--diagnostic-dir') || options.get('--redirect-warnings');
  if (!file) {
    writeOut(text);
    return;
  }
  const fs = require('fs');
  if (fd === undefined) {
    try {
      fd = fs.openSync(file, 'a');
    } catch {
      writeOut(text);
      return;
    }
    process.on('exit', () => fs.closeSync(fd));
  }
  fs.appendFile(fd, `${text}\n`, (error) => {
    if (error) writeOut(text);
  });
}

// The console ignores errors of a stderr that can't be written to.
function writeOut(text) {
  require('internal/console/global').error(text);
}

function create(text, type, code, constructor, detail) {
  const limit = Error.stackTraceLimit;
  const writable = isErrorStackTraceLimitWritable();
  if (writable) Error.stackTraceLimit = 0; // the frames are captured below, starting at the caller
  const warning = new Error(text);
  if (writable) Error.stackTraceLimit = limit;
  warning.name = String(type || 'Warning');
  if (code !== undefined) warning.code = code;
  if (detail !== undefined) warning.detail = detail;
  ErrorCaptureStackTrace(warning, constructor || process.emitWarning);
  return warning;
}

function emit(warning) {
  process.emit('warning', warning);
}

// emitWarning(error), (text[, type[, code]][, constructor]) or (text, { type, code, detail, ctor })
function emitWarning(warning, type, code, ctor) {
  if (process.noDeprecation && type === 'DeprecationWarning') return;
  let detail;
  if (type !== null && typeof type === 'object' && !ArrayIsArray(type)) {
    ({ ctor, code } = type);
    if (typeof type.detail === 'string') ({ detail } = type);
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    ctor = type;
    code = undefined;
    type = 'Warning';
  }
  if (type !== undefined) validateString(type, 'type');
  if (typeof code === 'function') {
    ctor = code;
    code = undefined;
  } else if (code !== undefined) {
    validateString(code, 'code');
  }
  if (typeof warning === 'string') warning = create(warning, type, code, ctor, detail);
  else if (!(warning instanceof Error)) throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) {
      // Deferred by nextTick, so that earlier warnings are written first and the caller's handlers can't catch it.
      process.nextTick(() => {
        throw warning;
      });
      return;
    }
  }
  process.nextTick(emit, warning);
}

// For a warning before an error that may end the process.
const emitWarningSync = (text) => emit(create(text));

module.exports = { emitWarning, emitWarningSync, onWarning };
