'use strict';

// SocketAddress: an immutable IP address with a port.

const {
  Number, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase,
} = require('internal/primordials');
const { inspect } = require('internal/util/inspect');
const { customInspectSymbol, kEmptyObject } = require('internal/util');
const { codes: { ERR_INVALID_ADDRESS, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateObject, validatePort, validateString, validateUint32 } = require('internal/validators');
const { URL } = require('internal/url');
const { canonical } = require('internal/net/addresses');
const { kClone } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');

const MAX_FLOW_LABEL = 2 ** 20 - 1;

class SocketAddress {
  #address;
  #port;
  #family;
  #flowlabel;

  static isSocketAddress(value) {
    return value !== null && typeof value === 'object' && #address in value;
  }

  static parse(input) {
    validateString(input, 'input');
    try {
      const { hostname, port } = new URL(`http://${input}`);
      const isV6 = StringPrototypeStartsWith(hostname, '[');
      return new SocketAddress({
        address: isV6 ? StringPrototypeSlice(hostname, 1, -1) : hostname, port: port === '' ? 0 : Number(port), family: isV6 ? 'ipv6' : 'ipv4',
      });
    } catch {
      return undefined; // parse() returns undefined instead of throwing
    }
  }

  constructor(options = kEmptyObject) {
    validateObject(options, 'options');
    const { family: given = 'ipv4' } = options;
    const family = typeof given === 'string' ? StringPrototypeToLowerCase(given) : given;
    if (family !== 'ipv4' && family !== 'ipv6') throw new ERR_INVALID_ARG_VALUE('options.family', given);
    const { address = family === 'ipv4' ? '127.0.0.1' : '::', port = 0, flowlabel = 0 } = options;
    validateString(address, 'options.address');
    validatePort(port, 'options.port');
    validateUint32(flowlabel, 'options.flowlabel', false);
    if (flowlabel > MAX_FLOW_LABEL) throw new ERR_INVALID_ADDRESS();
    this.#address = canonical(address, family);
    this.#port = Number(port);
    this.#family = family;
    this.#flowlabel = family === 'ipv6' ? flowlabel : 0;
  }

  get address() { return this.#address; }
  get port() { return this.#port; }
  get family() { return this.#family; }
  get flowlabel() { return this.#flowlabel; }

  toJSON() {
    return { address: this.#address, port: this.#port, family: this.#family, flowlabel: this.#flowlabel };
  }

  [kClone]() { return new SocketAddress(SocketAddress.#data(this)); }

  [kSend]() { return { deserializeInfo: 'SocketAddress', data: SocketAddress.#data(this) }; }

  static #data(value) {
    return { address: value.#address, port: value.#port, family: value.#family, flowlabel: value.#flowlabel };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return options.stylize('[SocketAddress]', 'special');
    return `SocketAddress ${inspect(this.toJSON(), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

onReceive('SocketAddress', (data) => new SocketAddress(data));

module.exports = { SocketAddress };
