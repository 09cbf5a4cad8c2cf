'use strict';

const { Boolean, FunctionPrototypeCall } = require('internal/primordials');
const { URL, hrefOf, isURLInstance } = require('internal/url/url');
const { parse, serialize } = require('internal/url/record');
const { URLSearchParams } = require('internal/url/search_params');
const { toUnicode } = require('internal/url/idna');
const file = require('internal/url/file');
const { Url } = require('internal/url/legacy_resolve');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateObject, validateString } = require('internal/validators');

// ---- the legacy API

let warned = false;

// DEP0169, once, and not for calls by a package.
function warnAboutParse() {
  if (require('internal/util/call_sites').isInsideNodeModules(urlParse)) return;
  warned = true;
  process.emitWarning('`url.parse()` behavior is not standardized and prone to errors that have security ' +
    'implications. Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` vulnerabilities.',
                      'DeprecationWarning', 'DEP0169');
}

function urlParse(url, parseQueryString, slashesDenoteHost) {
  if (!warned) warnAboutParse();
  if (url instanceof Url) return url;
  return new Url().parse(url, parseQueryString, slashesDenoteHost);
}

function urlResolve(source, relative) {
  return urlParse(source, false, true).resolve(relative);
}

function urlResolveObject(source, relative) {
  return source ? urlParse(source, false, true).resolveObject(relative) : relative;
}

// ---- format

function formatWhatwg(url, options) {
  const record = parse(isURLInstance(url) ? hrefOf(url) : url.href);
  if (options) {
    validateObject(options, 'options');
    const wants = (name, otherwise) => (options[name] != null ? Boolean(options[name]) : otherwise);
    if (!wants('fragment', true)) record.fragment = null;
    if (wants('unicode', false) && record.host !== null) record.host = toUnicode(record.host);
    if (!wants('search', true)) record.query = null;
    if (!wants('auth', true)) record.username = record.password = '';
  }
  return serialize(record);
}

function urlFormat(urlObject, options) {
  if (typeof urlObject === 'string') {
    urlObject = urlParse(urlObject);
  } else if (typeof urlObject !== 'object' || urlObject === null) {
    throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  } else if (urlObject instanceof URL) {
    return formatWhatwg(urlObject, options);
  }
  return FunctionPrototypeCall(Url.prototype.format, urlObject);
}

function pathToFileURL(path, options) {
  validateString(path, 'path');
  return file.pathToFileURL(path, options);
}

module.exports = {
  Url,
  parse: urlParse,
  resolve: urlResolve,
  resolveObject: urlResolveObject,
  format: urlFormat,

  URL,
  get URLPattern() {
    return require('internal/url/pattern').URLPattern;
  },
  URLSearchParams,
  domainToASCII: file.domainToASCII,
  domainToUnicode: file.domainToUnicode,

  pathToFileURL,
  fileURLToPath: file.fileURLToPath,
  fileURLToPathBuffer: file.fileURLToPathBuffer,
  urlToHttpOptions: file.urlToHttpOptions,
};
