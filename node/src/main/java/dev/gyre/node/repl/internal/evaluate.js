'use strict';

// The default evaluator: a script in the REPL's context.

const {
  ArrayPrototypePush, Promise, PromisePrototypeThen, RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeTrim,
} = require('internal/primordials');
const { codes: { ERR_SCRIPT_EXECUTION_INTERRUPTED } } = require('internal/errors');
const options = require('internal/options');
const vm = require('vm');
const { importAs } = require('internal/vm/importers');
const { isIncomplete, isOneExpression, withAwait } = require('internal/repl/syntax');

const STRICT = "'use strict'; void 0;\n";

const importModule = importAs((specifier, importOptions) => {
  const { importModule } = require('internal/module/esm_loader');
  return importModule(specifier, require('url').pathToFileURL(`${process.cwd()}/repl`).href, importOptions);
});

const isSyntaxError = (error) => error?.name === 'SyntaxError';

const isBraced = (code) => RegExpPrototypeExec(/^\s*\{/, code) !== null && RegExpPrototypeExec(/;\s*$/, code) === null;

// The texts to try, best first: { code, awaits }. What looks like a block is an object if it can be.
function formsOf(code, isStrict) {
  const forms = [];
  const strict = isStrict ? STRICT : '';
  if (isBraced(code)) {
    const inParentheses = `(${StringPrototypeTrim(code)}\n)`;
    if (isOneExpression(inParentheses)) ArrayPrototypePush(forms, { code: `${strict}${inParentheses}\n`, isWrapped: true });
  }
  ArrayPrototypePush(forms, { code: strict + code, isWrapped: false });
  return forms;
}

// A compiled script, or the error: { script, awaits } or { error }.
function compile(code, file, isStrict) {
  const allowsAwait = StringPrototypeIncludes(code, 'await') && !options.get('--no-experimental-repl-await');
  let first;
  for (let i = 0, forms = formsOf(code, isStrict); i < forms.length; i++) {
    const form = forms[i];
    const awaiting = allowsAwait ? withAwait(form.code) : null;
    try {
      const script = new vm.Script(awaiting ?? form.code, { filename: file, importModuleDynamically: importModule });
      return { script, awaits: awaiting !== null };
    } catch (error) {
      if (!isSyntaxError(error)) return { error };
      first ??= error;
      // What looks like a block may be the beginning of an object, too.
      if (!form.isWrapped) return { error, isIncomplete: isIncomplete(form.code) || (isBraced(code) && isIncomplete(`(${form.code}`)) };
    }
  }
  return { error: first };
}

// No code was running, so there is no stack.
function interrupted() {
  const error = new ERR_SCRIPT_EXECUTION_INTERRUPTED();
  error.stack = `Error [${error.code}]: ${error.message}`;
  return error;
}

// Ends when the promise does, or when the user interrupts.
function settled(server, promise) {
  return new Promise((resolve, reject) => {
    const stop = server.onInterrupt(() => reject(interrupted()));
    PromisePrototypeThen(promise, (result) => {
      stop();
      resolve(result?.value);
    }, (error) => {
      stop();
      reject(error);
    });
  });
}

// callback(error, value); the error is a Recoverable if the text is not complete.
function evaluate(server, code, context, file, { isStrict, Recoverable, tell }, callback) {
  if (code === '\n') {
    callback(null);
    return;
  }
  const { script, awaits, error, isIncomplete } = compile(code, file, isStrict);
  if (script === undefined) {
    callback(isIncomplete ? new Recoverable(error) : error);
    return;
  }
  let result;
  try {
    result = server.runScript(() => {
      const limits = { displayErrors: false, breakOnSigint: server.breakEvalOnSigint };
      return server.useGlobal ? script.runInThisContext(limits) : script.runInContext(context, limits);
    });
  } catch (thrown) {
    if (process.domain) {
      tell(thrown);
      process.domain.exit();
      return;
    }
    callback(thrown, undefined, true);
    return;
  }
  if (!awaits) {
    callback(null, result);
    return;
  }
  server.hold();
  PromisePrototypeThen(settled(server, result), (value) => {
    callback(null, value);
    server.release();
  }, (thrown) => {
    callback(thrown, undefined, true);
    server.release();
  });
}

module.exports = { evaluate };
