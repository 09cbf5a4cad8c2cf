'use strict';

// What a pool's workers run: a module that exports a function, or a function given directly, whose source is sent.

const {
  FunctionPrototypeToString, RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeStartsWith,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { originalText } = require('internal/module/esm_syntax');
const path = require('path');
const { URL, pathToFileURL } = require('url');
const vm = require('vm');

// An expression for the function in its own words. `name() {}` in an object or class is none by itself.
const FORMS = [(source) => `(${source}\n)`, (source) => `Object.values({ ${source}\n })[0]`];

function compiles(expression) {
  try {
    new vm.Script(expression, { __proto__: null, filename: '[pool]' });
    return true;
  } catch {
    return false;
  }
}

function expressionOf(fn) {
  const source = originalText(FunctionPrototypeToString(fn)); // with import() as it was written
  const refuse = (reason) => { throw new ERR_INVALID_ARG_VALUE('target', fn, reason); };
  if (RegExpPrototypeExec(/\{\s*\[native code\]\s*\}\s*$/, source) !== null) {
    refuse('is a native or bound function, which has no source that could be sent to a worker; give a function written in ' +
      'JavaScript that uses nothing outside of itself, or the file of a module that exports one');
  }
  if (RegExpPrototypeExec(/^class\b/, source) !== null) {
    refuse('is a class; give a function, or the file of a module that exports one');
  }
  for (let i = 0; i < FORMS.length; i++) {
    const expression = FORMS[i](source);
    if (compiles(expression)) return expression;
  }
  return refuse('can not be sent to a worker, because its source alone is no function; give a function that uses nothing ' +
    'outside of itself, or the file of a module that exports one');
}

// { href } or { source }: an address to import, or an expression.
function targetOf(target) {
  if (typeof target === 'function') return { __proto__: null, href: undefined, source: expressionOf(target) };
  if (typeof target === 'string') {
    const isURL = StringPrototypeStartsWith(target, 'file:') || StringPrototypeStartsWith(target, 'data:');
    if (StringPrototypeIncludes(target, '\0')) throw new ERR_INVALID_ARG_VALUE('target', target, 'must not contain null bytes');
    const href = isURL ? new URL(target).href : pathToFileURL(path.resolve(target)).href;
    return { __proto__: null, href, source: undefined };
  }
  if (target instanceof URL) {
    if (target.protocol !== 'file:' && target.protocol !== 'data:') {
      throw new ERR_INVALID_ARG_VALUE('target', target, 'must be a file: or data: URL');
    }
    return { __proto__: null, href: target.href, source: undefined };
  }
  throw new ERR_INVALID_ARG_TYPE('target', ['string', 'Function', 'URL'], target);
}

module.exports = { targetOf };
