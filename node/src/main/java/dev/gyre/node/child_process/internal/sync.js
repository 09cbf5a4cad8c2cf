'use strict';

// The synchronous functions.

const {
  ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSlice, NumberIsFinite, ObjectAssign,
  ReflectApply, String, bufferOf, byteLengthOf, byteOffsetOf, joinLists,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { codes: { ERR_INVALID_ARG_TYPE }, ErrnoException, genericNodeError } = require('internal/errors');
const { namesByNumber } = require('internal/signals');
const { isArrayBufferView } = require('util/types');
const { ViewList } = require('internal/memory');
const { MAX_BUFFER_BYTES } = require('internal/child_process/exec');
const {
  checkMaxBuffer, checkTimeout, execArguments, execFileArguments, spawnOptions, toSignal,
} = require('internal/child_process/options');
const { stdioEntries } = require('internal/child_process/stdio');

const SIGTERM = 15;

function inputBytes(input, i, encoding) {
  if (input == null) return undefined;
  if (isArrayBufferView(input)) return input;
  if (typeof input === 'string') return Buffer.from(input, encoding);
  throw new ERR_INVALID_ARG_TYPE(`options.stdio[${i}]`, ['Buffer', 'TypedArray', 'DataView', 'string'], input);
}

function spawnSync(file, args, given) {
  const options = { __proto__: null, maxBuffer: MAX_BUFFER_BYTES, ...spawnOptions(file, args, given) };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  options.killSignal = toSignal(options.killSignal);
  options.stdio = stdioEntries(options.stdio || 'pipe', true);
  if (options.input) options.stdio[0] = { __proto__: null, ...options.stdio[0], type: 'pipe', fd: PIPE, input: options.input };
  ArrayPrototypeForEach(options.stdio, (entry, i) => { entry.input = inputBytes(entry.input, i, options.encoding); });
  return complete(spawner.spawn(options), options);
}

const PIPE = -2;

// In Node this is process.binding('spawn_sync'). Packages that track all children (nyc) replace its `spawn`.
const spawner = {
  spawn({ args, cwd, detached, envPairs, file, gid, killSignal, maxBuffer, stdio, timeout, uid }) {
    const max = NumberIsFinite(maxBuffer) ? maxBuffer : 0;
    const answer = binding('child_process').spawnSync(
      file, ArrayPrototypeMap(args, String), envPairs, cwd || undefined, ArrayPrototypeMap(stdio, ({ fd }) => fd), detached, uid ?? -1, gid ?? -1,
      new ViewList(ArrayPrototypeMap(stdio, ({ input }) => input)), timeout ?? 0, killSignal ?? SIGTERM, max);
    const { 0: pid, 1: code, 2: signal, 3: errno } = answer;
    const output = ArrayPrototypeSlice(answer, 4);
    const started = pid > 0;
    const result = {
      status: started && signal === 0 ? code : null,
      signal: started && signal !== 0 ? namesByNumber[signal] : null,
      output: started ? ArrayPrototypeMap(output, (bytes, i) => outputOf(bytes, stdio[i])) : null,
      pid,
    };
    // The first property, as in Node.
    return errno === 0 ? result : { error: errno, ...result };
  },
};

// Null for streams that the child only reads.
function outputOf(bytes, entry) {
  if (bytes === undefined || entry.writable === false) return null;
  return Buffer.from(bufferOf(bytes), byteOffsetOf(bytes), byteLengthOf(bytes));
}

function complete(result, { args, encoding, file }) {
  if (result.output && encoding && encoding !== 'buffer') {
    result.output = ArrayPrototypeMap(result.output, (bytes) => bytes && bytes.toString(encoding));
  }
  result.stdout = result.output?.[1];
  result.stderr = result.output?.[2];
  if (result.error) {
    result.error = new ErrnoException(result.error, `spawnSync ${file}`);
    result.error.path = file;
    result.error.spawnargs = ArrayPrototypeSlice(args, 1);
  }
  return result;
}

function errorOf(result, command) {
  if (result.error) return ObjectAssign(result.error, result);
  if (result.status === 0) return undefined;
  const { stderr } = result;
  const said = stderr && stderr.length > 0 ? `\n${stderr.toString()}` : '';
  return genericNodeError(`Command failed: ${command}${said}`, result);
}

function finish(result, command, inheritStderr) {
  if (inheritStderr && result.stderr) process.stderr.write(result.stderr);
  const error = errorOf(result, command);
  if (error) throw error;
  return result.stdout;
}

function execFileSync(...given) {
  const { file, args, options } = ReflectApply(execFileArguments, undefined, given);
  const result = spawnSync(file, args, options);
  return finish(result, ArrayPrototypeJoin(joinLists([options.argv0 || file], args), ' '), !options.stdio);
}

function execSync(command, given) {
  const { file, options } = execArguments(command, given, null);
  return finish(spawnSync(file, options), command, !options.stdio);
}

module.exports = { execFileSync, execSync, spawnSync, spawner };
