'use strict';

const { onPhase, PHASES } = require('internal/bridge');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } } = require('internal/errors');

const native = binding('process');
let exitCode;

// Integers, and strings that read as integers: anything else is refused, as in Node.
function validateExitCode(value, name) {
  if (value === undefined || value === null) return;
  let number = value;
  if (typeof value === 'string' && value !== '') number = Number(value);
  if (typeof number !== 'number' || (typeof value === 'string' && Number.isNaN(number))) {
    throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  }
  if (!Number.isInteger(number)) throw new ERR_OUT_OF_RANGE(name, 'an integer', value);
}

function exit(code) {
  if (arguments.length !== 0) {
    validateExitCode(code, 'code');
    if (code !== undefined && code !== null) process.exitCode = code;
  }
  if (!process._exiting) {
    process._exiting = true;
    process.emit('exit', process.exitCode || 0);
  }
  // A listener may have set another code. Through process, because tests and tools replace it.
  process.reallyExit(process.exitCode || 0);
}

function install(process) {
  Object.defineProperty(process, 'exitCode', {
    configurable: true,
    enumerable: true,
    get: () => exitCode,
    set(value) {
      validateExitCode(value, 'code');
      exitCode = value;
    },
  });
  process.exit = exit;
  process.reallyExit = (code) => native.reallyExit(Number(code ?? 0) | 0);
}

onPhase(PHASES.BEFORE_EXIT, () => {
  process.emit('beforeExit', process.exitCode || 0);
  require('internal/process/task_queues').processTicksAndRejections();
});

onPhase(PHASES.EXIT, () => {
  exit();
});

module.exports = { install };
