'use strict';

// Errors of linking and evaluating ES modules, worded as Node words them.

const {
  ArrayPrototypeFind, ArrayPrototypeSlice, RegExpPrototypeExec, SafeSet, StringPrototypeReplace,
  StringPrototypeStartsWith, joinLists, replacePattern,
} = require('internal/primordials');
const packages = require('internal/module/package_json');
const { fileURLToPath } = require('url');

// ---- linking

const missingName = /(?:The requested module|module) '(.*)' does not provide an export named '(.*)'/s;

// `wrong` is V8's message and position.
function linkError(root, wrong, above, isRequired) {
  const { syntaxError } = require('internal/module/loader');
  const missing = RegExpPrototypeExec(missingName, wrong[0] ?? '');
  if (missing !== null) {
    const { 1: specifier, 2: name } = missing;
    const importing = find(root, wrong[1]);
    const index = importing?.scan?.requests.findIndex((request) => request.specifier === specifier) ?? -1;
    if (index >= 0 && importing.links[index].format === 'commonjs') {
      const error = syntaxError(joinLists([commonJSAdvice(specifier, name, wrong[3])], ArrayPrototypeSlice(wrong, 1)), above);
      return withoutEmptyLine(error);
    }
  }
  const error = syntaxError(wrong, above);
  return isRequired ? error : withoutEmptyLine(error);
}

// Node's format.
function withoutEmptyLine(error) {
  error.stack = StringPrototypeReplace(error.stack, '^\n\n', '^\n');
  return error;
}

function find(entry, url, seen = new SafeSet()) {
  if (seen.has(entry)) return undefined;
  seen.add(entry);
  if (entry.url === url) return entry;
  for (let i = 0, list = entry.links; i < list.length; i++) {
    const next = list[i];
    const found = find(next, url, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function commonJSAdvice(specifier, name, line) {
  const list = RegExpPrototypeExec(/import[^'"]*?(\{[^}]*\})/, line ?? '')?.[1];
  let text = `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may ` +
    'not support all module.exports as named exports.\nCommonJS modules can always be imported via the default ' +
    `export, for example using:\n\nimport pkg from '${specifier}';\n`;
  if (list !== undefined) text += `const ${replacePattern(/\s+as\s+/g, list, ': ')} = pkg;\n`;
  return text;
}

// ---- evaluating

const commonJSNames = ['require', 'module', 'exports', '__filename', '__dirname'];

// The error for a CommonJS name in an ES module explains that.
function explain(error, entry) {
  if (error?.name !== 'ReferenceError') return;
  const name = ArrayPrototypeFind(commonJSNames, (candidate) => error.message === `${candidate} is not defined`);
  if (name === undefined) return;
  const { hasTopLevelAwait } = require('internal/module/esm_await');
  if (hasTopLevelAwait(entry)) {
    error.message = `Cannot determine intended module format because both '${name}' and top-level await are present. ` +
      'If the code is intended to be CommonJS, wrap await in an async function. If the code is intended to be an ES ' +
      `module, ${advice[name]}.`;
    error.code = 'ERR_AMBIGUOUS_MODULE_SYNTAX';
    return;
  }
  error.message += ` in ES module scope${name === 'require' ? ', you can use import instead' : ''}`;
  if (!StringPrototypeStartsWith(entry.url, 'file:') || RegExpPrototypeExec(/\.js(\?[^#]*)?(#.*)?$/, entry.url) === null) return;
  const scope = packages.scopeOf(fileURLToPath(entry.url));
  if (scope?.type === 'module') {
    error.message += "\nThis file is being treated as an ES module because it has a '.js' file extension and " +
      `'${scope.file}' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file ` +
      'extension.';
  }
}

const advice = {
  require: 'replace require() with import',
  module: 'use export instead of module.exports/exports',
  exports: 'use export instead of module.exports/exports',
  __filename: 'use import.meta.filename instead',
  __dirname: 'use import.meta.dirname instead',
};

module.exports = { linkError, explain };
