'use strict';

// WebAssembly.compileStreaming() and instantiateStreaming(). V8 has them only where the embedder hands it the bytes as they
// come, which Javet can't. So all bytes are awaited, and compiled then.

const { FunctionPrototypeCall, StringPrototypeReplace, apply } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_WEBASSEMBLY_RESPONSE } } = require('internal/errors');
const { Headers } = require('internal/fetch/headers');
const { Response } = require('internal/fetch/response');

const { arrayBuffer } = Response.prototype;
const { get: getHeader } = Headers.prototype;

async function bytesOf(source) {
  const response = await source;
  if (!(response instanceof Response)) {
    throw new ERR_INVALID_ARG_TYPE('source', ['Response', 'Promise resolving to Response'], response);
  }
  const type = FunctionPrototypeCall(getHeader, response.headers, 'Content-Type');
  if (type !== 'application/wasm') throw new ERR_WEBASSEMBLY_RESPONSE(`has unsupported MIME type '${type}'`);
  if (!response.ok) throw new ERR_WEBASSEMBLY_RESPONSE(`has status code ${response.status}`);
  if (response.bodyUsed) throw new ERR_WEBASSEMBLY_RESPONSE('body has already been used');
  return FunctionPrototypeCall(arrayBuffer, response);
}

// `compile` is a function of WebAssembly's that takes bytes; errors name the one that the program has called.
async function compileBy(compile, name, { 0: source, 1: imports, 2: options }) {
  const bytes = await bytesOf(source);
  try {
    return await (name === 'compileStreaming' ? apply(compile, undefined, [bytes, imports]) :
      apply(compile, undefined, [bytes, imports, options]));
  } catch (error) {
    if (typeof error?.message === 'string') {
      error.message = StringPrototypeReplace(error.message, /^WebAssembly\.\w+\(\)/, `WebAssembly.${name}()`);
    }
    throw error;
  }
}

module.exports = { compileBy };
