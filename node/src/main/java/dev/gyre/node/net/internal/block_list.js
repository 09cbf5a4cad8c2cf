'use strict';

// BlockList: rules about addresses, each a range of them.

const { inspect } = require('internal/util/inspect');
const { customInspectSymbol } = require('internal/util');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInt32, validateString } = require('internal/validators');
const { BITS, textOf, unmapped, valueOf } = require('internal/net/addresses');
const { SocketAddress, checkFamily } = require('internal/net/socket_address');

const NAMES = { __proto__: null, ipv4: 'IPv4', ipv6: 'IPv6' };
const RULE = /^(Address|Range|Subnet): (IPv4|IPv6) (.+)$/;

class BlockList {
  #rules = []; // { first, last, family, text }, the newest first

  static isBlockList(value) {
    return value !== null && typeof value === 'object' && #rules in value;
  }

  #read(address, family, name = 'address') {
    if (SocketAddress.isSocketAddress(address)) {
      return { value: valueOf(address.address, address.family), family: address.family };
    }
    validateString(address, name);
    const checked = checkFamily(family, 'family');
    return { value: valueOf(address, checked), family: checked };
  }

  #add(family, first, last, text) {
    this.#rules.unshift({ first, last, family, text });
  }

  addAddress(address, family = 'ipv4') {
    const { value, family: ofAddress } = this.#read(address, family);
    this.#add(ofAddress, value, value, `Address: ${NAMES[ofAddress]} ${textOf(value, ofAddress)}`);
  }

  addRange(start, end, family = 'ipv4') {
    const { value: first, family: ofFirst } = this.#read(start, family, 'start');
    const { value: last } = this.#read(end, family, 'end');
    if (first > last) throw new ERR_INVALID_ARG_VALUE('start', start, `must come before ${end}`);
    this.#add(ofFirst, first, last, `Range: ${NAMES[ofFirst]} ${textOf(first, ofFirst)}-${textOf(last, ofFirst)}`);
  }

  addSubnet(network, prefix, family = 'ipv4') {
    const { value, family: ofNetwork } = this.#read(network, family, 'network');
    validateInt32(prefix, 'prefix', 0, BITS[ofNetwork]);
    const rest = BigInt(BITS[ofNetwork] - prefix);
    const first = (value >> rest) << rest;
    this.#add(ofNetwork, first, first | ((1n << rest) - 1n),
      `Subnet: ${NAMES[ofNetwork]} ${textOf(value, ofNetwork)}/${prefix}`);
  }

  check(address, family = 'ipv4') {
    let read;
    try {
      read = this.#read(address, family);
    } catch (error) {
      if (error.code === 'ERR_INVALID_ADDRESS') return false;
      throw error;
    }
    const { value, family: ofAddress } = read;
    const inner = ofAddress === 'ipv6' ? unmapped(value) : undefined;
    const outer = ofAddress === 'ipv4' ? (0xffffn << 32n) | value : undefined;
    const isIn = ({ first, last }, one) => one !== undefined && first <= one && one <= last;
    return this.#rules.some((rule) => isIn(rule, rule.family === ofAddress ? value : inner ?? outer));
  }

  get rules() { return this.#rules.map(({ text }) => text); }

  toJSON() { return this.rules; }

  fromJSON(data) {
    if (typeof data === 'string') data = JSON.parse(data);
    if (!Array.isArray(data) || !data.every((rule) => typeof rule === 'string')) {
      throw new ERR_INVALID_ARG_VALUE('data', data, 'must be an array of strings or a JSON string');
    }
    for (const rule of data.toReversed()) {
      const match = RULE.exec(rule);
      if (match === null) continue;
      const [, kind, name, text] = match;
      const family = name.toLowerCase();
      if (kind === 'Address') this.addAddress(text, family);
      else if (kind === 'Range') this.addRange(...text.split('-'), family);
      else this.addSubnet(text.split('/')[0], Number(text.split('/')[1]), family);
    }
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    return `BlockList ${inspect({ rules: this.rules }, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

module.exports = { BlockList };
