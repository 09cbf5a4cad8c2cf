'use strict';

// execFile: runs a process and collects its output for a callback.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ObjectAssign, ObjectDefineProperty, PromiseWithResolvers,
  ReflectApply, itemsOf, joinLists,
} = require('internal/primordials');
const { clearTimeout, setTimeout } = require('timers');
const { Buffer } = require('buffer');
const { codes: { ERR_CHILD_PROCESS_STDIO_MAXBUFFER }, genericNodeError } = require('internal/errors');
const { assignFunctionName, promisify } = require('internal/util');
const { checkMaxBuffer, checkTimeout, execFileArguments, toSignal } = require('internal/child_process/options');

const MAX_BUFFER_BYTES = 1024 * 1024;

// The output of one of the streams, up to `max` bytes.
class Output {
  chunks = [];
  bytes = 0;

  constructor(stream, encoding, max, onOverflow) {
    this.stream = stream;
    this.encoding = encoding;
    if (!stream) return;
    if (encoding) stream.setEncoding(encoding);
    stream.on('data', (chunk) => {
      if (max === Infinity) {
        ArrayPrototypePush(this.chunks, chunk);
        return;
      }
      const { readableEncoding } = stream;
      const length = readableEncoding ? Buffer.byteLength(chunk, readableEncoding) : chunk.length;
      const room = max - this.bytes;
      this.bytes += length;
      ArrayPrototypePush(this.chunks, this.bytes > max ? chunk.slice(0, room) : chunk);
      if (this.bytes > max) onOverflow();
    });
  }

  all() {
    return this.encoding || this.stream?.readableEncoding ? ArrayPrototypeJoin(this.chunks, '') : Buffer.concat(this.chunks);
  }
}

function execFile(spawn, ...given) {
  const { file, args, options: givenOptions, callback } = ReflectApply(execFileArguments, undefined, given);
  const options = {
    __proto__: null,
    encoding: 'utf8',
    timeout: 0,
    maxBuffer: MAX_BUFFER_BYTES,
    killSignal: 'SIGTERM',
    cwd: null,
    env: null,
    shell: false,
    ...givenOptions,
  };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  options.killSignal = toSignal(options.killSignal);
  const { cwd, env, gid, shell, signal, uid } = options;
  const child = spawn(file, args, {
    cwd, env, gid, shell, signal, uid,
    windowsHide: !!options.windowsHide,
    windowsVerbatimArguments: !!options.windowsVerbatimArguments,
  });
  new Execution(child, ArrayPrototypeJoin(joinLists([file], args), ' '), options, callback);
  return child;
}

class Execution {
  #child;
  #command;
  #options;
  #callback;
  #outputs;
  #timer;
  #error = null;
  #killed = false;
  #over = false;

  constructor(child, command, options, callback) {
    this.#child = child;
    this.#command = command;
    this.#options = options;
    this.#callback = callback;
    const { encoding, maxBuffer, timeout } = options;
    const textEncoding = encoding !== 'buffer' && Buffer.isEncoding(encoding) ? encoding : null;
    this.#outputs = ArrayPrototypeMap(['stdout', 'stderr'], (name) => new Output(child[name], textEncoding, maxBuffer, () => {
      this.#error = new ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name);
      this.#kill();
    }));
    if (timeout > 0) this.#timer = setTimeout(() => this.#kill(), timeout);
    child.addListener('close', (code, signal) => this.#end(code, signal));
    child.addListener('error', (error) => {
      this.#error = error;
      this.#closeStreams();
      this.#end();
    });
  }

  #closeStreams() {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #kill() {
    this.#closeStreams();
    this.#killed = true;
    try {
      this.#child.kill(this.#options.killSignal);
    } catch (error) {
      this.#error = error;
      this.#end();
    }
  }

  #end(code, signal) {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    if (!this.#callback) return;
    const { 0: stdout, 1: stderr } = ArrayPrototypeMap(this.#outputs, (output) => output.all());
    if (!this.#error && code === 0 && signal === null) {
      this.#callback(null, stdout, stderr);
      return;
    }
    const error = this.#error ?? genericNodeError(`Command failed: ${this.#command}\n${stderr}`, {
      code: code < 0 ? require('util').getSystemErrorName(code) : code,
      killed: this.#child.killed || this.#killed,
      signal,
    });
    error.cmd = this.#command;
    this.#callback(error, stdout, stderr);
  }
}

// util.promisify(exec): resolves to { stdout, stderr }; the promise has the process as `child`.
function definePromisified(original) {
  const promisified = assignFunctionName(original.name, (...args) => {
    const { promise, resolve, reject } = PromiseWithResolvers();
    promise.child = original(...itemsOf(args), (error, stdout, stderr) => {
      if (error === null) resolve({ stdout, stderr });
      else reject(ObjectAssign(error, { stdout, stderr }));
    });
    return promise;
  });
  ObjectDefineProperty(original, promisify.custom, { __proto__: null, enumerable: false, value: promisified });
}

module.exports = { MAX_BUFFER_BYTES, definePromisified, execFile };
