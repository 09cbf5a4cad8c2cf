'use strict';

// BlockList: rules about addresses. Single addresses are looked up by number, so their count does not affect the cost of a
// check; ranges and subnets are searched linearly. Clones share the rules: within the thread they have the same Rules, and in
// another thread Rules of their own, which follow those that Java has from the first message on (SharedRules.java).

const {
  ArrayIsArray, ArrayPrototypeEvery, ArrayPrototypeFindIndex, ArrayPrototypeForEach, ArrayPrototypeMap,
  ArrayPrototypeReverse, ArrayPrototypeSlice, ArrayPrototypeSome, ArrayPrototypeUnshift, BigInt, FinalizationRegistry, JSONParse,
  Number, NumberParseInt, ObjectFreeze, ReflectApply, RegExpPrototypeExec, SafeMap, StringPrototypeIncludes,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeToLowerCase, copyList, itemsOf, joinLists, registerFinalizer,
  removeAt,
} = require('internal/primordials');
const { inspect } = require('internal/util/inspect');
const { customInspectSymbol } = require('internal/util');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateArray, validateInt32, validateString } = require('internal/validators');
const { kClone } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const { isIPv4, isIPv6 } = require('internal/net/ip');
const { BITS, valueOf } = require('internal/net/addresses');
const { SocketAddress } = require('internal/net/socket_address');

const NAMES = { __proto__: null, ipv4: 'IPv4', ipv6: 'IPv6' };
const RULE = /(Address|Range|Subnet): (?:(IPv4) ([\d.]+)(?:\/(\d{1,2})|-([\d.]+))?|(IPv6) ([\da-f:.]+)(?:\/(\d{1,3})|-([\da-f:.]+))?)/i;

const ADDRESS = 0, SUBNET = 1, RANGE = 2; // SharedRules.java has the same
const KINDS = { __proto__: null, address: ADDRESS, subnet: SUBNET, range: RANGE };

const native = binding('block_list');
let collected;

// A rule covers the addresses from first to last; its text identifies it.
class Rules {
  addresses = new SafeMap(); // number -> rule, oldest first
  subnets = []; // newest first
  ranges = [];
  #shared; // number of the rules that other threads have, too
  #version; // of these, as they are here

  // All that a thread reads is read after this, and all that it changes is changed by the methods below.
  current() {
    if (this.#shared !== undefined && native.version(this.#shared) !== this.#version) this.#load();
    return this;
  }

  all() { return joinLists(ArrayPrototypeReverse(copyList(this.addresses.values())), this.subnets, this.ranges); }

  insert(kind, rule) {
    if (this.#shared === undefined) this.#put(kind, rule);
    else native.add(this.#shared, kind, keyOf(kind, rule), rule.text);
  }

  remove(kind, rule) {
    if (this.#shared !== undefined) native.remove(this.#shared, kind, keyOf(kind, rule));
    else if (kind === ADDRESS) this.addresses.delete(rule.first);
    else removeFrom(kind === SUBNET ? this.subnets : this.ranges, rule);
  }

  clear() {
    if (this.#shared === undefined) this.#empty();
    else native.clear(this.#shared);
  }

  #put(kind, rule) {
    if (kind === ADDRESS) this.addresses.set(rule.first, rule); // one that is there already keeps its place
    else ArrayPrototypeUnshift(kind === SUBNET ? this.subnets : this.ranges, rule);
  }

  #empty() {
    this.addresses.clear();
    this.subnets.length = 0;
    this.ranges.length = 0;
  }

  #load() {
    const all = native.all(this.#shared); // version, and kind and text of each
    this.#empty();
    for (let i = 1; i < all.length; i += 2) this.#put(all[i], parsedRule(all[i + 1]).rule);
    this.#version = all[0];
  }

  // Their number in Java, where they are from now on.
  share() {
    if (this.#shared === undefined) {
      const number = native.open();
      const all = ArrayPrototypeReverse(this.all());
      for (let i = 0; i < all.length; i++) {
        const { kind } = parsedRule(all[i].text);
        native.add(number, kind, keyOf(kind, all[i]), all[i].text);
      }
      this.#follow(number);
    }
    return this.#shared;
  }

  #follow(number) {
    this.#shared = number;
    collected ??= new FinalizationRegistry(native.drop);
    registerFinalizer(collected, this, number);
  }

  static following(number) {
    const rules = new Rules();
    rules.#follow(number);
    return rules;
  }
}

const keyOf = (kind, { first, text }) => (kind === ADDRESS ? `${first}` : text);

// The rule that a text tells, or undefined: its kind, the arguments by which it is added, and the rule itself.
function parsedRule(text) {
  const match = RegExpPrototypeExec(RULE, text);
  if (match === null) return undefined;
  const { 0: network, 1: prefix, 2: end } = match[2] === undefined ? ArrayPrototypeSlice(match, 7) : ArrayPrototypeSlice(match, 3, 6);
  const family = match[2] === undefined ? 'ipv6' : 'ipv4';
  const kind = KINDS[StringPrototypeToLowerCase(match[1])];
  return {
    kind, network, prefix, end, family,
    get rule() {
      if (kind === ADDRESS) return addressRule(asSocketAddress(network, family, 'address'));
      return kind === SUBNET ? subnetRule(network, Number(prefix), family) : rangeRule(network, end, family);
    },
  };
}

const asSocketAddress = (address, family, name) => {
  if (SocketAddress.isSocketAddress(address)) return address;
  validateString(address, name);
  validateString(family, 'family');
  return new SocketAddress({ address, family });
};

const valueOfAddress = ({ address, family }) => valueOf(address, family);

function addressRule(one) {
  const value = valueOfAddress(one);
  return { first: value, last: value, text: `Address: ${NAMES[one.family]} ${one.address}` };
}

function rangeRule(start, end, family) {
  const from = asSocketAddress(start, family, 'start');
  const to = asSocketAddress(end, family, 'end');
  return {
    from, first: valueOfAddress(from), last: valueOfAddress(to),
    text: `Range: ${NAMES[from.family]} ${from.address}-${to.address}`,
  };
}

function subnetRule(network, prefix, family) {
  const one = asSocketAddress(network, family, 'network');
  const bits = BITS[one.family];
  validateInt32(prefix, 'prefix', 0, bits);
  const rest = BigInt(bits - prefix);
  const first = (valueOfAddress(one) >> rest) << rest;
  const text = `Subnet: ${NAMES[one.family]} ${one.address}/${prefix}`;
  return { first, last: first | ((1n << rest) - 1n), text };
}

// [network, prefix, family] of '10.0.0.0/8'
function partsOfCIDR(cidr) {
  validateString(cidr, 'cidr');
  const at = StringPrototypeLastIndexOf(cidr, '/');
  if (at < 0) throw new ERR_INVALID_ARG_VALUE('cidr', cidr, 'must contain a prefix length (e.g. "10.0.0.0/8")');
  const network = StringPrototypeSlice(cidr, 0, at);
  const prefix = NumberParseInt(StringPrototypeSlice(cidr, at + 1), 10);
  if (`${prefix}` !== StringPrototypeSlice(cidr, at + 1)) {
    throw new ERR_INVALID_ARG_VALUE('cidr', cidr, 'prefix length must be a valid integer');
  }
  return [network, prefix, StringPrototypeIncludes(network, ':') ? 'ipv6' : 'ipv4'];
}

function removeFrom(list, { text }) {
  const at = ArrayPrototypeFindIndex(list, (rule) => rule.text === text);
  if (at >= 0) removeAt(list, at);
}

class BlockList {
  #rules = new Rules();

  static isBlockList(value) {
    return value !== null && typeof value === 'object' && #rules in value;
  }

  static PRIVATE_RANGES = ObjectFreeze([
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', // RFC 1918
    '127.0.0.0/8', '::1/128', // loopback
    '169.254.0.0/16', 'fe80::/10', // link-local
    'fc00::/7', // RFC 4193
  ]);

  addAddress(address, family = 'ipv4') {
    this.#rules.insert(ADDRESS, addressRule(asSocketAddress(address, family, 'address')));
  }

  addAddresses(addresses, family = 'ipv4') {
    validateArray(addresses, 'addresses');
    validateString(family, 'family');
    const all = ArrayPrototypeMap(addresses, (address, i) => asSocketAddress(address, family, `addresses[${i}]`));
    for (let j = 0; j < all.length; j++) this.#rules.insert(ADDRESS, addressRule(all[j]));
  }

  addRange(start, end, family = 'ipv4') {
    const rule = rangeRule(start, end, family);
    if (rule.first > rule.last) throw new ERR_INVALID_ARG_VALUE('start', rule.from, 'must come before end');
    this.#rules.insert(RANGE, rule);
  }

  addSubnet(network, prefix, family = 'ipv4') {
    this.#rules.insert(SUBNET, subnetRule(network, prefix, family));
  }

  addCIDR(cidr) {
    ReflectApply(this.addSubnet, this, partsOfCIDR(cidr));
  }

  addCIDRs(cidrs) {
    validateArray(cidrs, 'cidrs');
    ArrayPrototypeForEach(cidrs, (cidr, i) => validateString(cidr, `cidrs[${i}]`));
    for (let j = 0, list = ArrayPrototypeMap(cidrs, partsOfCIDR); j < list.length; j++) ReflectApply(this.addSubnet, this, list[j]);
  }

  removeAddress(address, family = 'ipv4') {
    this.#rules.remove(ADDRESS, addressRule(asSocketAddress(address, family, 'address')));
  }

  removeRange(start, end, family = 'ipv4') {
    this.#rules.remove(RANGE, rangeRule(start, end, family));
  }

  removeSubnet(network, prefix, family = 'ipv4') {
    this.#rules.remove(SUBNET, subnetRule(network, prefix, family));
  }

  removeCIDR(cidr) {
    ReflectApply(this.removeSubnet, this, partsOfCIDR(cidr));
  }

  check(address, family = 'ipv4') {
    let ofAddress = family;
    if (SocketAddress.isSocketAddress(address)) {
      ({ address, family: ofAddress } = address);
    } else {
      validateString(address, 'address');
      validateString(family, 'family');
      ofAddress = StringPrototypeToLowerCase(family) === 'ipv4' ? 'ipv4' : 'ipv6';
      if (ofAddress === 'ipv4' ? !isIPv4(address) : !isIPv6(address)) return false;
    }
    const value = valueOf(address, ofAddress);
    const { addresses, subnets, ranges } = this.#rules.current();
    const isIn = ({ first, last }) => first <= value && value <= last;
    return addresses.has(value) || ArrayPrototypeSome(subnets, isIn) || ArrayPrototypeSome(ranges, isIn);
  }

  clear() { this.#rules.clear(); }

  toJSON() { return this.rules; }

  // Strings that are no rules are ignored.
  fromJSON(data) {
    const rules = typeof data === 'string' ? JSONParse(data) : data;
    if (!ArrayIsArray(rules) || !ArrayPrototypeEvery(rules, (rule) => typeof rule === 'string')) {
      throw new ERR_INVALID_ARG_TYPE('data', ['string', 'string[]'], rules);
    }
    for (const rule of itemsOf(rules)) {
      const parsed = parsedRule(rule);
      if (parsed === undefined) continue;
      const { kind, network, prefix, end, family } = parsed;
      if (kind === ADDRESS) this.addAddress(network, family);
      else if (kind === SUBNET && prefix !== undefined) this.addSubnet(network, Number(prefix), family);
      else if (kind === RANGE && end !== undefined) this.addRange(network, end, family);
    }
  }

  get rules() { return ArrayPrototypeMap(this.#rules.current().all(), ({ text }) => text); }

  get size() {
    const { addresses, subnets, ranges } = this.#rules.current();
    return addresses.size + subnets.length + ranges.length;
  }

  [kClone]() {
    const copy = new BlockList();
    copy.#rules = this.#rules;
    return copy;
  }

  [kSend](message) {
    const number = this.#rules.share();
    return { deserializeInfo: 'BlockList', data: message.attach(() => native.attach(number)) };
  }

  static received(attachment) {
    const list = new BlockList();
    list.#rules = Rules.following(native.take(attachment));
    return list;
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return options.stylize('[BlockList]', 'special');
    return `BlockList ${inspect({ rules: this.rules }, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

onReceive('BlockList', BlockList.received);
delete BlockList.received;

module.exports = { BlockList };
