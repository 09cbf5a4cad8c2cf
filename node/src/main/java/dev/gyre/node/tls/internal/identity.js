'use strict';

// checkServerIdentity: whether a certificate is for a host (RFC 6125).

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSome, JSONParse,
  RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeNormalize, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase, replacePattern,
} = require('internal/primordials');
const { codes: { ERR_TLS_CERT_ALTNAME_FORMAT, ERR_TLS_CERT_ALTNAME_INVALID } } = require('internal/errors');
const { domainToASCII } = require('url');
const { isIP } = require('net');
const { isIPv4 } = require('net');
const { ENDPOINT_BYTES, readEndpoint, writeEndpoint } = require('internal/net/endpoint');
const { Uint8Array } = require('internal/primordials');

const withoutDot = (host) => (StringPrototypeEndsWith(host, '.') ? StringPrototypeSlice(host, 0, -1) : host);

// Only A to Z: other letters don't occur in names that can match.
const labelsOf = (host) => StringPrototypeSplit(
  replacePattern(/[A-Z]/g, withoutDot(host), (letter) => StringPrototypeToLowerCase(letter)), '.');

// An IP address as the system writes it, or undefined.
function canonical(ip) {
  if (isIPv4(ip)) return ip;
  const bytes = new Uint8Array(ENDPOINT_BYTES);
  return writeEndpoint(bytes, 0, ip, 0) === 0 ? undefined : readEndpoint(bytes, 0).address;
}

// `host` is a list of labels.
function matches(host, pattern) {
  if (!pattern) return false;
  const labels = labelsOf(pattern);
  if (host.length !== labels.length || ArrayPrototypeIncludes(labels, '')) return false;
  if (ArrayPrototypeSome(labels, (label) => RegExpPrototypeExec(/[^\u0021-\u007F]/u, label) !== null)) return false;
  for (let i = 1; i < host.length; i++) if (host[i] !== labels[i]) return false;
  const { 0: first } = host;
  const { 0: wanted } = labels;
  const parts = StringPrototypeSplit(wanted, '*', 3);
  if (parts.length === 1 || StringPrototypeIncludes(wanted, 'xn--')) return first === wanted;
  if (parts.length > 2 || labels.length <= 2) return false;
  const { 0: before, 1: after } = parts;
  return before.length + after.length <= first.length && StringPrototypeStartsWith(first, before) &&
    StringPrototypeEndsWith(first, after);
}

// Names with unusual characters are JSON strings, which may contain the separator.
function splitNames(text) {
  if (!StringPrototypeIncludes(text, '"')) return StringPrototypeSplit(text, ', ');
  const names = [];
  let name = '';
  let at = 0;
  while (at < text.length) {
    const comma = StringPrototypeIndexOf(text, ',', at);
    const quote = StringPrototypeIndexOf(text, '"', at);
    if (quote !== -1 && (comma === -1 || quote < comma)) {
      const json = RegExpPrototypeExec(/^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/, StringPrototypeSlice(text, quote));
      if (json === null) throw new ERR_TLS_CERT_ALTNAME_FORMAT();
      name += StringPrototypeSlice(text, at, quote) + JSONParse(json[0]);
      at = quote + json[0].length;
    } else if (comma !== -1) {
      ArrayPrototypePush(names, name + StringPrototypeSlice(text, at, comma));
      name = '';
      at = comma + 2;
    } else {
      name += StringPrototypeSlice(text, at);
      at = text.length;
    }
  }
  ArrayPrototypePush(names, name);
  return names;
}

function checkServerIdentity(hostname, cert) {
  const { subject, subjectaltname: altNames } = cert;
  hostname = `${hostname}`;
  const ascii = withoutDot(domainToASCII(hostname));
  hostname = withoutDot(hostname);
  const dnsNames = [];
  const ips = [];
  for (let i = 0, names = altNames ? splitNames(altNames) : []; i < names.length; i++) {
    const name = names[i];
    if (StringPrototypeStartsWith(name, 'DNS:')) ArrayPrototypePush(dnsNames, StringPrototypeSlice(name, 4));
    else if (StringPrototypeStartsWith(name, 'IP Address:')) ArrayPrototypePush(ips, canonical(StringPrototypeSlice(name, 11)));
  }
  const reason = whyNot(hostname, ascii, subject, altNames, dnsNames, ips);
  return reason === undefined ? undefined : new ERR_TLS_CERT_ALTNAME_INVALID(reason, hostname, cert);
}

// The address that a host is, or undefined for a name. Digits of other widths are digits. Other spellings of an address
// (0177.0.0.1, 127.1, 2130706433) are read differently by different resolvers: they are an address that no certificate is
// for, and never a name.
function addressOf(hostname, ascii) {
  if (isIP(hostname)) return canonical(hostname);
  if (!isIP(ascii)) return undefined;
  return StringPrototypeNormalize(hostname, 'NFKC') === ascii ? ascii : '';
}

function whyNot(hostname, ascii, subject, altNames, dnsNames, ips) {
  const address = addressOf(hostname, ascii);
  if (address !== undefined) {
    return ArrayPrototypeIncludes(ips, address) ? undefined :
      `IP: ${hostname} is not in the cert's list: ${ArrayPrototypeJoin(ips, ', ')}`;
  }
  const labels = labelsOf(ascii);
  const isMatch = (pattern) => matches(labels, pattern);
  if (dnsNames.length > 0) {
    return ArrayPrototypeSome(dnsNames, isMatch) ? undefined :
      `Host: ${hostname}. is not in the cert's altnames: ${altNames}`;
  }
  const cn = subject?.CN;
  if (!cn) return 'Cert does not contain a DNS name';
  return (ArrayIsArray(cn) ? ArrayPrototypeSome(cn, isMatch) : isMatch(cn)) ? undefined :
    `Host: ${hostname}. is not cert's CN: ${cn}`;
}

module.exports = { checkServerIdentity };
