'use strict';

// Where a member is, as a user writes it: host:port, with an IPv6 address in brackets.

const { RegExpPrototypeExec, SafeSet, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeStartsWith } = require('internal/primordials');

const FORM = /^(?:\[([0-9A-Fa-f:.]+(?:%\w+)?)\]|([^\s,:[\]/]+)):([0-9]+)$/;
const MAX_PORT = 65_535;

// What is wrong with it, and how it should be.
function faultOf(text) {
  if (typeof text !== 'string') return 'must be a string of the form host:port';
  if (text === '') return 'is empty: it has the form host:port';
  if (RegExpPrototypeExec(/\s/, text) !== null) return 'has a space in it: it has the form host:port';
  if (StringPrototypeIncludes(text, '://')) return 'is a URL: it has the form host:port';
  if (RegExpPrototypeExec(/^[0-9A-Fa-f]*:[0-9A-Fa-f:.]*:/, text) !== null) return 'is an IPv6 address without brackets: write [::1]:7400';
  if (StringPrototypeStartsWith(text, ':')) return 'has no host: write 127.0.0.1:7400';
  const hasPort = RegExpPrototypeExec(/^(?:\[[^\]]*\]|[^:[\]]*):/, text) !== null && !StringPrototypeEndsWith(text, ':');
  return hasPort ? undefined : 'has no port: it has the form host:port';
}

// { host, port, fault }: the fault is undefined, or goes on a sentence about the text.
function addressFrom(text, minPort) {
  const match = typeof text === 'string' ? RegExpPrototypeExec(FORM, text) : null;
  const port = match === null ? NaN : +match[3];
  if (port >= minPort && port <= MAX_PORT) return { __proto__: null, host: match[1] ?? match[2], port, fault: undefined };
  const fault = faultOf(text) ?? (RegExpPrototypeExec(/:[^:\]]*[^0-9:\]][^:\]]*$/, text) !== null || match !== null ?
    `has a port that is no number from ${minPort} to ${MAX_PORT}` : 'has not the form host:port');
  return { __proto__: null, host: undefined, port: undefined, fault };
}

// The first text of a list that is no address, or is there twice: { text, fault }, or undefined.
function faultIn(list) {
  const seen = new SafeSet();
  for (let i = 0; i < list.length; i++) {
    const { fault } = addressFrom(list[i], 1);
    if (fault !== undefined) return { __proto__: null, text: list[i], fault };
    if (seen.has(list[i])) return { __proto__: null, text: list[i], fault: 'is there twice: name each node once' };
    seen.add(list[i]);
  }
  return undefined;
}

module.exports = { addressFrom, faultIn };
