'use strict';

// The offsets of the parts within the href, as Node stores a URL internally. Only inspect() with showHidden shows them.

const OMITTED = 4294967295;
const schemeTypes = { '__proto__': null, 'http:': 0, 'https:': 2, 'ws:': 3, 'ftp:': 4, 'wss:': 5, 'file:': 6 };

class URLContext {
  href = '';
  protocol_end = 0;
  username_end = 0;
  host_start = 0;
  host_end = 0;
  pathname_start = 0;
  search_start = 0;
  hash_start = 0;
  port = 0;
  scheme_type = 1;

  get hasPort() {
    return this.port !== OMITTED;
  }

  get hasSearch() {
    return this.search_start !== OMITTED;
  }

  get hasHash() {
    return this.hash_start !== OMITTED;
  }
}

function describeOffsets(href, record) {
  const context = new URLContext();
  context.href = href;
  const start = record.scheme.length;
  context.protocol_end = start;
  let at = record.host === null ? start : start + 2 + record.username.length;
  context.username_end = at;
  if (record.password !== '') at += 1 + record.password.length;
  context.host_start = at;
  if (record.host !== null) {
    if (href[at] === '@') at++;
    at += record.host.length;
  }
  context.host_end = at;
  context.port = record.port ?? OMITTED;
  context.hash_start = record.fragment === null ? OMITTED : href.length - record.fragment.length - 1;
  const pathEnd = record.fragment === null ? href.length : context.hash_start;
  context.search_start = record.query === null ? OMITTED : pathEnd - record.query.length - 1;
  context.pathname_start = (record.query === null ? pathEnd : context.search_start) - record.path.length;
  context.scheme_type = schemeTypes[record.scheme] ?? 1;
  return context;
}

module.exports = { describeOffsets };
