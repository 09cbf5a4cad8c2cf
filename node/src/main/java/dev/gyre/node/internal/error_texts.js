'use strict';

// The messages of ERR_* codes that depend on their arguments by more than substitution, by error class. Each function is
// called with the error under construction as `this`, because Node's sets further properties on it.

const {
  ArrayIsArray, ArrayPrototypeAt, ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSlice, JSONStringify, MathAbs, NumberIsInteger, ObjectAssign, ObjectDefineProperty, ObjectIs,
  RegExpPrototypeExec, SafeSet, String, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeLastIndexOf,
  StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase, removeAt, replacePattern,
} = require('internal/primordials');
const inspectOf = (value, options) => require('internal/util/inspect').inspect(value, options);

function formatList(list, conjunction = 'and') {
  if (list.length < 3) return ArrayPrototypeJoin(list, ` ${conjunction} `);
  return `${ArrayPrototypeJoin(ArrayPrototypeSlice(list, 0, -1), ', ')}, ${conjunction} ${ArrayPrototypeAt(list, -1)}`;
}

function shorten(text, limit, kept) {
  return text.length > limit ? `${StringPrototypeSlice(text, 0, kept)}...` : text;
}

// The text after "Received" in a message: the type, and the value if it is short.
function determineSpecificType(value) {
  if (value === null || value === undefined) return `${value}`;
  switch (typeof value) {
    case 'function':
      return `function ${value.name}`;
    case 'object':
      return value.constructor && 'name' in value.constructor ?
        `an instance of ${value.constructor.name}` : inspectOf(value, { depth: -1 });
    case 'string': {
      const text = shorten(value, 28, 25);
      return `type string (${StringPrototypeIncludes(text, "'") ? JSONStringify(text) : `'${text}'`})`;
    }
    case 'number':
      return `type number (${ObjectIs(value, -0) ? '-0' : value})`;
    case 'bigint':
      return `type bigint (${value}n)`;
    default:
      return `type ${typeof value} (${String(value)})`;
  }
}

// Integers only. As in Node, the exponent of 1e+300 is separated as well.
function addNumericalSeparator(digits) {
  return replacePattern(/(?!^-).(?=(?:.{3})+$)/g, digits, '$&_');
}


const primitiveNames = new SafeSet(
  ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol']);
const className = /^[A-Z][a-zA-Z0-9]*$/;

// "of type string or an instance of Buffer or null", from a list of such names.
function describeExpected(expected) {
  const types = [], instances = [], others = [];
  for (let i = 0, list = ArrayIsArray(expected) ? expected : [expected]; i < list.length; i++) {
    const name = list[i];
    if (primitiveNames.has(name)) ArrayPrototypePush(types, StringPrototypeToLowerCase(name));
    else if (RegExpPrototypeExec(className, name) !== null) ArrayPrototypePush(instances, name);
    else ArrayPrototypePush(others, name);
  }
  // Next to classes, "object" is listed as one of them.
  const object = ArrayPrototypeIndexOf(types, 'object');
  if (instances.length > 0 && object !== -1) {
    removeAt(types, object);
    ArrayPrototypePush(instances, 'Object');
  }
  const parts = [];
  if (types.length > 0) ArrayPrototypePush(parts, `${types.length > 1 ? 'one of type' : 'of type'} ${formatList(types, 'or')}`);
  if (instances.length > 0) ArrayPrototypePush(parts, `an instance of ${formatList(instances, 'or')}`);
  if (others.length > 1) ArrayPrototypePush(parts, `one of ${formatList(others, 'or')}`);
  else if (others.length === 1) ArrayPrototypePush(parts, others[0] === StringPrototypeToLowerCase(others[0]) ? others[0] : `an ${others[0]}`);
  return ArrayPrototypeJoin(parts, ' or ');
}

const kindOf = (name) => (StringPrototypeIncludes(String(name), '.') ? 'property' : 'argument');

function describeReceivedNumber(value) {
  if (NumberIsInteger(value) && MathAbs(value) > 2 ** 32) return addNumericalSeparator(String(value));
  if (typeof value !== 'bigint') return inspectOf(value);
  const isLong = value > 2n ** 32n || value < -(2n ** 32n);
  return `${isLong ? addNumericalSeparator(String(value)) : value}n`;
}

// Defined instead of assigned, because a prototype may have a setter of that name.
function setOwnProperty(target, name, value) {
  ObjectDefineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function setHidden(target, name, value) {
  ObjectDefineProperty(target, name, {
    __proto__: null, value, enumerable: false, configurable: true, writable: true,
  });
}

const importedFrom = (base) => (base ? ` imported from ${base}` : '');

const endOfWorker = (exitCode, error) => (error === undefined ? `exit code ${exitCode}` : `${error?.message ?? error}`);

const texts = {
  TypeError: {
    ERR_ENCODING_INVALID_ENCODED_DATA(encoding, errno) {
      this.errno = errno;
      return `The encoded data was not valid for encoding ${encoding}`;
    },
    ERR_HTTP2_INVALID_SETTING_VALUE(name, actual, min = undefined, max = undefined) {
      this.actual = actual;
      if (min !== undefined) {
        this.min = min;
        this.max = max;
      }
      return `Invalid value for setting "${name}": ${actual}`;
    },
    ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(attribute, value, url = undefined) {
      const place = url === undefined ? '' : ` in ${url}`;
      return `Import attribute "${attribute}" with value "${value}" is not supported${place}`;
    },
    ERR_INVALID_ARG_TYPE(name, expected, actual) {
      const subject = StringPrototypeEndsWith(name, ' argument') ? name : `"${name}" ${kindOf(name)}`;
      return `The ${subject} must be ${describeExpected(expected)}. Received ${determineSpecificType(actual)}`;
    },
    ERR_INVALID_ARG_VALUE(name, value, reason = 'is invalid') {
      return `The ${kindOf(name)} '${name}' ${reason}. Received ${shorten(inspectOf(value), 128, 128)}`;
    },
    ERR_INVALID_CHAR(name, field = undefined) {
      return `Invalid character in ${name}${field === undefined ? '' : ` ["${field}"]`}`;
    },
    ERR_INVALID_FILE_URL_PATH(reason, input = undefined) {
      this.input = input;
      return `File URL path ${reason}`;
    },
    ERR_INVALID_MIME_SYNTAX(production, text, invalidIndex) {
      const place = invalidIndex === -1 ? '' : ` at ${invalidIndex}`;
      return `The MIME syntax for a ${production} in "${text}" is invalid${place}`;
    },
    ERR_INVALID_MODULE_SPECIFIER(request, reason, base = undefined) {
      return `Invalid module "${request}" ${reason}${importedFrom(base)}`;
    },
    ERR_INVALID_RETURN_PROPERTY(input, name, prop, value) {
      return `Expected a valid ${input} to be returned for the "${prop}" from the "${name}" hook ` +
        `but got ${determineSpecificType(value)}.`;
    },
    ERR_INVALID_RETURN_PROPERTY_VALUE(input, name, prop, value) {
      return `Expected ${input} to be returned for the "${prop}" from the "${name}" hook ` +
        `but got ${determineSpecificType(value)}.`;
    },
    ERR_INVALID_RETURN_VALUE(input, name, value) {
      return `Expected ${input} to be returned from the "${name}" function but got ${determineSpecificType(value)}.`;
    },
    ERR_INVALID_URL(input, base = null) {
      this.input = input;
      if (base != null) this.base = base;
      return 'Invalid URL';
    },
    ERR_INVALID_URL_SCHEME(expected) {
      const schemes = typeof expected === 'string' ? [expected] : expected;
      return `The URL must be ${schemes.length > 1 ? 'one ' : ''}of scheme ${ArrayPrototypeJoin(schemes, ' or ')}`;
    },
    ERR_MISSING_ARGS(...names) {
      const quoted = ArrayPrototypeMap(names, (name) => ArrayPrototypeJoin(ArrayPrototypeMap(ArrayIsArray(name) ? name : [name], (n) => `"${n}"`), ' or '));
      return `The ${formatList(quoted)} argument${names.length > 1 ? 's' : ''} must be specified`;
    },
    ERR_PACKAGE_IMPORT_NOT_DEFINED(specifier, packagePath, base) {
      const place = packagePath ? ` in package ${packagePath}package.json` : '';
      return `Package import specifier "${specifier}" is not defined${place} imported from ${base}`;
    },
    ERR_PARSE_ARGS_UNKNOWN_OPTION(option, allowPositionals) {
      const hint = allowPositionals ?
        ". To specify a positional argument starting with a '-', place it at the end of the command after " +
        `'--', as in '-- ${JSONStringify(option)}` : '';
      return `Unknown option '${option}'${hint}`;
    },
    ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(value, protocols) {
      return `ALPN callback returned a value (${value}) that did not match any of the client's offered ` +
        `protocols (${ArrayPrototypeJoin(protocols, ', ')})`;
    },
    ERR_WORKER_PATH(filename) {
      const hint = StringPrototypeStartsWith(filename, 'file://') ? ' Wrap file:// URLs with `new URL`.' :
        StringPrototypeStartsWith(filename, 'data:text/javascript') ? ' Wrap data: URLs with `new URL`.' : '';
      return 'The worker script or module filename must be an absolute path or a relative path starting with ' +
        `'./' or '../'.${hint} Received "${filename}"`;
    },
  },

  RangeError: {
    ERR_BUFFER_OUT_OF_BOUNDS(name = undefined) {
      return name ? `"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds';
    },
    ERR_INVALID_ADDRESS_FAMILY(addressType, host, port) {
      this.host = host;
      this.port = port;
      return `Invalid address family: ${addressType} ${host}:${port}`;
    },
    ERR_OUT_OF_RANGE(name, range, input, nameIsSentence = false) {
      const subject = nameIsSentence ? name : `The value of "${name}" is out of range.`;
      return `${subject} It must be ${range}. Received ${describeReceivedNumber(input)}`;
    },
    ERR_SOCKET_BAD_PORT(name, port, allowZero = true) {
      return `${name} should be ${allowZero ? '>=' : '>'} 0 and < 65536. Received ${determineSpecificType(port)}.`;
    },
  },

  SyntaxError: {
    ERR_PACKAGE_MAP_INVALID(configPath, reason) {
      return `Invalid package-map.json at "${configPath}": ${reason}`;
    },
  },

  Error: {
    ERR_ACCESS_DENIED(message = 'Access to this API has been restricted', permission = '', resource = '') {
      this.permission = permission;
      this.resource = resource;
      return message;
    },
    ERR_DEBUGGER_STARTUP_ERROR(message, details = undefined) {
      ObjectAssign(this, details);
      return message;
    },
    ERR_FALSY_VALUE_REJECTION(reason) {
      this.reason = reason;
      return 'Promise was rejected with falsy value';
    },
    ERR_GYRE_NODE_LOST(name, address) {
      this.node = { name, address };
      return `The node ${name} (${address}) was lost while it had the task`;
    },
    ERR_GYRE_POOL_CLOSED(name, state = 'closed') {
      return `The pool "${name}" is ${state}`;
    },
    ERR_GYRE_POOL_START_FAILED(pool, worker, exitCode, error) {
      if (error !== undefined) this.cause = error;
      const who = worker === undefined ? 'A worker' : `Worker "${worker.name}"`;
      return `${who} of the pool "${pool}" could not start: ${endOfWorker(exitCode, error)}`;
    },
    ERR_GYRE_POOL_WORKER_DIED(worker, exitCode, error) {
      if (error !== undefined) this.cause = error;
      this.worker = { ...worker, exitCode };
      return `Worker "${worker.name}" (thread ${worker.threadId}) ended while it ran a task: ${endOfWorker(exitCode, error)}`;
    },
    ERR_HTTP2_STREAM_CANCEL(error = undefined) {
      const text = 'The pending stream has been canceled';
      if (!error) return text;
      this.cause = error;
      return typeof error.message === 'string' ? `${text} (caused by: ${error.message})` : text;
    },
    ERR_INTERNAL_ASSERTION(message = undefined) {
      const advice = 'This is caused by either a bug in Node.js or incorrect usage of Node.js internals.\n' +
        'Please open an issue with this stack trace at https://github.com/nodejs/node/issues\n';
      return message === undefined ? advice : `${message}\n${advice}`;
    },
    ERR_INVALID_PACKAGE_CONFIG(path, base, message = undefined) {
      return `Invalid package config ${path}${base ? ` while importing ${base}` : ''}${message ? `. ${message}` : ''}`;
    },
    ERR_INVALID_PACKAGE_TARGET(packagePath, key, target, isImport = false, base = undefined) {
      const isRelative = typeof target !== 'string' || isImport || target === '' || StringPrototypeStartsWith(target, './');
      const place = `in the package config ${packagePath}package.json${importedFrom(base)}` +
        `${isRelative ? '' : '; targets must start with "./"'}`;
      if (key === '.') return `Invalid "exports" main target ${JSONStringify(target)} defined ${place}`;
      return `Invalid "${isImport ? 'imports' : 'exports'}" target ${JSONStringify(target)} ` +
        `defined for '${key}' ${place}`;
    },
    ERR_IP_BLOCKED(ip) {
      return `IP(${ip}) is blocked by net.BlockList`;
    },
    ERR_MODULE_NOT_FOUND(path, base, exactUrl = undefined) {
      if (exactUrl) setOwnProperty(this, 'url', `${exactUrl}`);
      return `Cannot find ${exactUrl ? 'module' : 'package'} '${path}' imported from ${base}`;
    },
    ERR_PACKAGE_MAP_EXTERNAL_FILE(specifier, parentPath, configPath) {
      return `Cannot resolve "${specifier}" from "${parentPath}": ` +
        `file is not within any package defined in ${configPath}`;
    },
    ERR_PACKAGE_MAP_KEY_NOT_FOUND(key, configPath) {
      return `Package key "${key}" referenced in dependencies but not defined in ${configPath}`;
    },
    ERR_PACKAGE_PATH_NOT_EXPORTED(packagePath, subpath, base = undefined) {
      const place = `${packagePath}package.json${importedFrom(base)}`;
      return subpath === '.' ? `No "exports" main defined in ${place}` :
        `Package subpath '${subpath}' is not defined by "exports" in ${place}`;
    },
    // `requireStack` is the list of filenames from the requirer outwards.
    ERR_REQUIRE_ASYNC_MODULE(filename = undefined, requireStack = undefined) {
      let text = 'require() cannot be used on an ESM graph with top-level await. Use import() instead.';
      if (!require('internal/options').get('--experimental-print-required-tla')) {
        text += ' To see where the top-level await comes from, use --experimental-print-required-tla.';
      }
      if (filename) text += `\nRequired module: ${filename}`;
      if (requireStack !== undefined) {
        if (requireStack.length > 0) text += `\nRequire stack:\n- ${ArrayPrototypeJoin(requireStack, '\n- ')}`;
        setHidden(this, 'requireStack', requireStack);
      }
      return text;
    },
    ERR_REQUIRE_ESM(filename, hasEsmSyntax, parentPath = null, packageJsonPath = null) {
      const text = `require() of ES Module ${filename}${parentPath ? ` from ${parentPath}` : ''} not supported.`;
      const useImport = 'dynamic import() which is available in all CommonJS modules';
      if (!packageJsonPath) {
        return StringPrototypeEndsWith(filename, '.mjs') ? `${text}\nInstead change the require of ${filename} to a ${useImport}.` : text;
      }
      const nameOf = (path) => StringPrototypeSlice(path, StringPrototypeLastIndexOf(path, '/') + 1);
      const name = parentPath && nameOf(filename) === nameOf(parentPath) ? filename : nameOf(filename);
      if (hasEsmSyntax) return `${text}\nInstead change the require of ${name} in ${parentPath} to a ${useImport}.`;
      return `${text}\n${name} is treated as an ES module file as it is a .js file whose nearest parent ` +
        'package.json contains "type": "module" which declares all .js files in that package scope as ES modules.' +
        `\nInstead either rename ${name} to end in .cjs, change the requiring code to use ${useImport}, ` +
        `or change "type": "module" to "type": "commonjs" in ${packageJsonPath} to treat all .js files as CommonJS ` +
        '(using .mjs for all ES modules instead).\n';
    },
    ERR_REQUIRE_ESM_RACE_CONDITION(filename, parentFilename, isForLoaderHookWorker) {
      return `Cannot require() ES Module ${filename} because it is not yet fully loaded.\n` +
        'This may be caused by a race condition if the module is simultaneously dynamically ' +
        'import()-ed via Promise.all().\nTry await-ing the import() sequentially in a loop instead.\n' +
        ` (From ${parentFilename ? `${parentFilename} in ` : ' '}` +
        `${isForLoaderHookWorker ? 'loader hook worker thread' : 'non-loader-hook thread'})`;
    },
    ERR_TEST_FAILURE(error, failureType) {
      this.failureType = failureType;
      this.cause = error;
      const message = error?.message ?? error;
      if (typeof message === 'string') return message;
      try {
        return inspectOf(message);
      } catch {
        // A custom inspect function that throws must not hide the failure.
        return inspectOf(message, { customInspect: false });
      }
    },
    ERR_TLS_CERT_ALTNAME_INVALID(reason, host, cert) {
      this.reason = reason;
      this.host = host;
      this.cert = cert;
      return `Hostname/IP does not match certificate's altnames: ${reason}`;
    },
    ERR_UNHANDLED_ERROR(error = undefined) {
      return error === undefined ? 'Unhandled error.' : `Unhandled error. (${error})`;
    },
    ERR_UNSUPPORTED_DIR_IMPORT(path, base, exactUrl = undefined) {
      setOwnProperty(this, 'url', exactUrl);
      return `Directory import '${path}' is not supported resolving ES modules imported from ${base}`;
    },
    ERR_UNSUPPORTED_ESM_URL_SCHEME(url, supported) {
      return `Only URLs with a scheme in: ${formatList(supported)} are supported by the default ESM loader. ` +
        `Received protocol '${url.protocol}'`;
    },
    ERR_VM_MODULE_LINK_FAILURE(message, cause) {
      this.cause = cause;
      return message;
    },
    ERR_WORKER_INVALID_EXEC_ARGV(errors, message = 'invalid execArgv flags') {
      return `Initiated Worker with ${message}: ${ArrayPrototypeJoin(errors, ', ')}`;
    },
  },
};

module.exports = { texts, determineSpecificType, formatList, addNumericalSeparator };
