'use strict';

// IP addresses as numbers: families are 'ipv4' and 'ipv6', values are BigInt.

const { codes: { ERR_INVALID_ADDRESS } } = require('internal/errors');
const { isIPv4, isIPv6 } = require('internal/net/ip');

const BITS = { __proto__: null, ipv4: 32, ipv6: 128 };
const MAPPED = 0xffffn; // what stands before the 32 bits of an IPv4 address within IPv6

const valueOfIPv4 = (text) => text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);

function valueOfIPv6(text) {
  let plain = text.split('%', 1)[0];
  const dotted = /[\d.]+$/.exec(plain);
  if (dotted?.[0].includes('.')) {
    const value = valueOfIPv4(dotted[0]);
    plain = `${plain.slice(0, dotted.index)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  }
  const [head, tail] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups = tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function valueOf(address, family) {
  if (family === 'ipv4' ? !isIPv4(address) : !isIPv6(address)) throw new ERR_INVALID_ADDRESS();
  return family === 'ipv4' ? valueOfIPv4(address) : valueOfIPv6(address);
}

// The IPv4 address within an IPv6 one, or undefined.
const unmapped = (value) => (value >> 32n === MAPPED ? value & 0xffffffffn : undefined);

function textOfIPv6(value) {
  const groups = Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(112 - 16 * i)) & 0xffffn));
  let best = { at: -1, length: 1 };
  for (let at = 0; at < 8; at++) {
    let length = 0;
    while (at + length < 8 && groups[at + length] === 0) length++;
    if (length > best.length) best = { at, length };
  }
  const hex = (list) => list.map((group) => group.toString(16)).join(':');
  const isDotted = best.at === 0 && (best.length === 6 || (best.length === 5 && groups[5] === 0xffff));
  if (isDotted) return `::${best.length === 5 ? 'ffff:' : ''}${textOfIPv4(value & 0xffffffffn)}`;
  return best.at < 0 ? hex(groups) : `${hex(groups.slice(0, best.at))}::${hex(groups.slice(best.at + best.length))}`;
}

const textOfIPv4 = (value) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');

const textOf = (value, family) => (family === 'ipv4' ? textOfIPv4(value) : textOfIPv6(value));

module.exports = { BITS, valueOf, textOf, unmapped };
