'use strict';

// file: URLs to paths and back, URLs to http options, domains.

const {
  MathMin, Number, NumberPrototypeToString, RegExpPrototypeExec, StringPrototypeAt, StringPrototypeCharCodeAt,
  StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypePadStart, StringPrototypeReplaceAll, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeToUpperCase, bufferOf, byteLengthOf, byteOffsetOf, decodeURIComponent,
  replacePattern,
} = require('internal/primordials');
const { URL, fromRecord, isURL } = require('internal/url/url');
const { parse } = require('internal/url/record');
const { setHostname } = require('internal/url/setters');
const { percentDecodeBytes } = require('internal/url/encode');
const { toUnicode } = require('internal/url/idna');
const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_FILE_URL_HOST,
    ERR_INVALID_FILE_URL_PATH,
    ERR_INVALID_URL,
    ERR_INVALID_URL_SCHEME,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { kValidateObjectAllowObjects, validateObject } = require('internal/validators');

const onWindows = (options) => options?.windows ?? process.platform === 'win32';

// ---- to paths

function fileURLOf(url) {
  if (typeof url === 'string') url = new URL(url);
  else if (!isURL(url)) throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], url);
  if (url.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  return url;
}

const decode = (text) => (StringPrototypeIncludes(text, '%') ? decodeURIComponent(text) : text);

const startsWithDrive = (path) => RegExpPrototypeExec(/^[a-zA-Z]:/, StringPrototypeSlice(path, 1)) !== null;

function windowsPath(url) {
  const { hostname, pathname } = url;
  if (RegExpPrototypeExec(/%2f|%5c/i, pathname) !== null) {
    throw new ERR_INVALID_FILE_URL_PATH('must not include encoded \\ or / characters', url);
  }
  const path = decode(StringPrototypeReplaceAll(pathname, '/', '\\'));
  if (hostname !== '') return `\\\\${toUnicode(hostname)}${path}`;
  if (!startsWithDrive(path)) throw new ERR_INVALID_FILE_URL_PATH('must be absolute', url);
  return StringPrototypeSlice(path, 1);
}

function posixPath(url) {
  if (url.hostname !== '') throw new ERR_INVALID_FILE_URL_HOST(process.platform);
  if (RegExpPrototypeExec(/%2f/i, url.pathname) !== null) {
    throw new ERR_INVALID_FILE_URL_PATH('must not include encoded / characters', url);
  }
  return decode(url.pathname);
}

function fileURLToPath(path, options = kEmptyObject) {
  const url = fileURLOf(path);
  return onWindows(options) ? windowsPath(url) : posixPath(url);
}

// As bytes: a path need not be UTF-8, so nothing is checked within it.
function fileURLToPathBuffer(path, options = kEmptyObject) {
  const { Buffer } = require('buffer');
  const url = fileURLOf(path);
  const windows = onWindows(options);
  if (!windows && url.hostname !== '') throw new ERR_INVALID_FILE_URL_HOST(process.platform);
  const decoded = percentDecodeBytes(Buffer.from(windows ? StringPrototypeReplaceAll(url.pathname, '/', '\\') : url.pathname));
  const bytes = Buffer.from(bufferOf(decoded), byteOffsetOf(decoded), byteLengthOf(decoded));
  if (!windows) return bytes;
  if (url.hostname !== '') return Buffer.concat([Buffer.from(`\\\\${toUnicode(url.hostname)}`), bytes]);
  if (!startsWithDrive(bytes.latin1Slice(0, MathMin(3, bytes.length)))) {
    throw new ERR_INVALID_FILE_URL_PATH('must be absolute', url);
  }
  return bytes.subarray(1);
}

// ---- from paths

// Characters that have another meaning in a URL, or that are unsafe in one by the old RFC 1738; the parser encodes the
// others.
const UNSAFE = /[\0\t\n\r "#%?[\\\]^|~]/g;

const escapeByte = (char) => `%${StringPrototypePadStart(StringPrototypeToUpperCase(NumberPrototypeToString(StringPrototypeCharCodeAt(char, 0), 16)), 2, '0')}`;

function fileURLFromPath(path, windows, host) {
  const slashed = windows ? StringPrototypeReplaceAll(path, '\\', '/') : path;
  const record = parse(`file://${replacePattern(UNSAFE, slashed, escapeByte)}`);
  if (record === null) throw new ERR_INVALID_URL(path);
  if (host !== undefined && !setHostname(record, host)) throw new ERR_INVALID_URL(path, host);
  return fromRecord(record);
}

function uncURL(path) {
  const prefix = StringPrototypeStartsWith(path, '\\\\?\\UNC\\') ? 8 : 2;
  const hostEnd = StringPrototypeIndexOf(path, '\\', prefix);
  if (hostEnd === -1) throw new ERR_INVALID_ARG_VALUE('path', path, 'Missing UNC resource path');
  if (hostEnd === 2) throw new ERR_INVALID_ARG_VALUE('path', path, 'Empty UNC servername');
  return fileURLFromPath(StringPrototypeSlice(path, hostEnd), true, StringPrototypeSlice(path, prefix, hostEnd));
}

function pathToFileURL(filepath, options = kEmptyObject) {
  const path = require('path');
  const windows = onWindows(options);
  if (windows && StringPrototypeStartsWith(filepath, '\\\\')) return uncURL(filepath);
  let resolved = windows ? path.win32.resolve(filepath) : path.posix.resolve(filepath);
  if (windows && StringPrototypeStartsWith(resolved, '\\\\')) return uncURL(resolved);
  // resolve() drops a trailing separator, which is significant in a URL.
  const last = StringPrototypeAt(filepath, -1);
  if ((last === '/' || (windows && last === '\\')) && StringPrototypeAt(resolved, -1) !== path.sep) resolved += '/';
  return fileURLFromPath(windows && !StringPrototypeStartsWith(resolved, '\\') ? `/${resolved}` : resolved, windows);
}

function toPathIfFileURL(fileURLOrPath) {
  return isURL(fileURLOrPath) ? fileURLToPath(fileURLOrPath) : fileURLOrPath;
}

// ---- http options

function urlToHttpOptions(url) {
  validateObject(url, 'url', kValidateObjectAllowObjects);
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url, // properties that the user has added
    protocol: url.protocol,
    hostname: hostname && hostname[0] === '[' ? StringPrototypeSlice(hostname, 1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

// ---- domains

// The host of a URL with this domain; '' if it can't be one.
function hostOfDomain(domain) {
  const record = parse('ws://x');
  return setHostname(record, domain) ? record.host : '';
}

function domainToASCII(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return hostOfDomain(`${domain}`);
}

function domainToUnicode(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return toUnicode(hostOfDomain(`${domain}`));
}

module.exports = {
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  fileURLToPathBuffer,
  pathToFileURL,
  toPathIfFileURL,
  urlToHttpOptions,
};
