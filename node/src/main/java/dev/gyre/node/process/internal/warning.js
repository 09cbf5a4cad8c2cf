'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateString } = require('internal/validators');
const options = require('internal/options');

let traceNoted = false;

function isDisabled(warning) {
  if (options.get('--no-warnings') || options.get('--warnings') === false) return true;
  if (warning.name === 'DeprecationWarning' && process.noDeprecation) return true;
  const disabled = options.list('--disable-warning');
  return disabled.includes(warning.name) || (warning.code !== undefined && disabled.includes(warning.code));
}

// The default listener: writes the warning to stderr as Node does.
function onWarning(warning) {
  if (!(warning instanceof Error) || isDisabled(warning)) return;
  const isDeprecation = warning.name === 'DeprecationWarning';
  const trace = process.traceProcessWarnings || (isDeprecation && process.traceDeprecation);
  let text = `(${process.release.name}:${process.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  if (trace && warning.stack) text += warning.stack;
  else text += typeof warning.toString === 'function' ? String(warning.toString()) : Error.prototype.toString.call(warning);
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !traceNoted) {
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    const name = require('path').basename(process.argv0 || 'node', '.exe');
    text += `\n(Use \`${name} ${flag} ...\` to show where the warning was created)`;
    traceNoted = true;
  }
  const file = options.get('--redirect-warnings') || process.env.NODE_REDIRECT_WARNINGS;
  if (file) require('fs').appendFileSync(file, `${text}\n`);
  else require('internal/console/global').error(text); // ignores a stderr that can't be written to
}

function create(warning, type, code, constructor, detail) {
  const error = new Error(warning);
  error.name = String(type || 'Warning');
  if (code !== undefined) error.code = code;
  if (detail !== undefined) error.detail = detail;
  Error.captureStackTrace(error, constructor || emitWarning);
  return error;
}

function emitWarning(warning, type, code, constructor) {
  let detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    constructor = type.ctor;
    code = type.code;
    if (typeof type.detail === 'string') detail = type.detail;
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    constructor = type;
    code = undefined;
    type = 'Warning';
  }
  if (type !== undefined) validateString(type, 'type');
  if (typeof code === 'function') {
    constructor = code;
    code = undefined;
  } else if (code !== undefined) {
    validateString(code, 'code');
  }
  if (typeof warning === 'string') warning = create(warning, type, code, constructor, detail);
  else if (!(warning instanceof Error)) throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) {
      // By nextTick, so that the caller's own handlers can't swallow it.
      return process.nextTick(() => { throw warning; });
    }
  }
  process.nextTick(() => process.emit('warning', warning));
}

module.exports = { emitWarning, onWarning };
