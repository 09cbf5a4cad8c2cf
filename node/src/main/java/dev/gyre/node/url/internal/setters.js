'use strict';

// The effect of assigning to url.protocol, url.host and the others on a record. By the standard, an invalid value changes
// nothing.

const {
  RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeSlice, StringPrototypeToLowerCase,
} = require('internal/primordials');
const { percentEncode, sets } = require('internal/url/encode');
const { parseHost } = require('internal/url/host');
const {
  absolutePath,
  isSlash,
  parseFileHost,
  parsePort,
  portColon,
  specialPorts,
  stripTabsAndNewlines,
} = require('internal/url/record');

function setProtocol(url, value) {
  const match = RegExpPrototypeExec(/^([a-zA-Z][a-zA-Z0-9+.-]*)(?::|$)/, stripTabsAndNewlines(value));
  if (match === null) return;
  const scheme = `${StringPrototypeToLowerCase(match[1])}:`;
  if (url.special !== scheme in specialPorts) return;
  const hasCredentials = url.username !== '' || url.password !== '';
  if (scheme === 'file:' && (hasCredentials || url.port !== null)) return;
  if (url.scheme === 'file:' && url.host === '') return;
  url.scheme = scheme;
  if (url.port === specialPorts[scheme]) url.port = null;
}

function setUsername(url, value) {
  if (!url.cannotHavePort) url.username = percentEncode(value, sets.userinfo);
}

function setPassword(url, value) {
  if (!url.cannotHavePort) url.password = percentEncode(value, sets.userinfo);
}

// The part of `value` that can be a host and port.
function authorityText(url, value) {
  const text = stripTabsAndNewlines(value);
  const { special } = url;
  let end = 0;
  while (end < text.length) {
    const code = StringPrototypeCharCodeAt(text, end);
    if (isSlash(code, special) || code === 63 || code === 35) break;
    end++;
  }
  return StringPrototypeSlice(text, 0, end);
}

// These two return whether the host was accepted.

function setFileHost(url, text) {
  const host = parseFileHost(text);
  if (host === null) return false;
  url.host = host;
  return true;
}

function setHostText(url, text) {
  const hasCredentials = url.username !== '' || url.password !== '';
  if (text === '' && (url.special || hasCredentials || url.port !== null)) return false;
  const host = parseHost(text, url.special);
  if (host === null) return false;
  url.host = host;
  return true;
}

function setHost(url, value) {
  if (url.opaque) return;
  const text = authorityText(url, value);
  if (url.scheme === 'file:') {
    setFileHost(url, text);
    return;
  }
  const colon = portColon(text);
  if (colon === 0) return;
  if (!setHostText(url, colon === -1 ? text : StringPrototypeSlice(text, 0, colon))) return;
  if (colon !== -1) setPortText(url, StringPrototypeSlice(text, colon + 1));
}

function setHostname(url, value) {
  if (url.opaque) return false;
  const text = authorityText(url, value);
  if (url.scheme === 'file:') return setFileHost(url, text);
  return portColon(text) === -1 && setHostText(url, text);
}

// Takes the leading digits and ignores the rest.
function setPortText(url, text) {
  const digits = RegExpPrototypeExec(/^\d*/, text)[0];
  if (digits === '') return;
  const port = parsePort(digits, url.scheme);
  if (port !== undefined) url.port = port;
}

function setPort(url, value) {
  if (url.cannotHavePort) return;
  if (value === '') url.port = null;
  else setPortText(url, stripTabsAndNewlines(value));
}

function setPathname(url, value) {
  if (url.opaque) return;
  const text = stripTabsAndNewlines(value);
  url.path = absolutePath(text, url.scheme, url.special);
  if (url.path === '' && url.host === null) url.path = '/';
}

function setSearch(url, value) {
  if (value === '') {
    url.query = null;
    return;
  }
  const text = stripTabsAndNewlines(value[0] === '?' ? StringPrototypeSlice(value, 1) : value);
  url.query = percentEncode(text, url.special ? sets.specialQuery : sets.query);
}

function setHash(url, value) {
  if (value === '') {
    url.fragment = null;
    return;
  }
  url.fragment = percentEncode(stripTabsAndNewlines(value[0] === '#' ? StringPrototypeSlice(value, 1) : value), sets.fragment);
}

module.exports = {
  setHash,
  setHost,
  setHostname,
  setPassword,
  setPathname,
  setPort,
  setProtocol,
  setSearch,
  setUsername,
};
