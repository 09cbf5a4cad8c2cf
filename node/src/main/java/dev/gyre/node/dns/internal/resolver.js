'use strict';

// What the Resolver classes of dns and dns/promises have in common, and the default resolver behind the functions of both
// modules.

const {
  ArrayPrototypeFilter, ArrayPrototypeForEach, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort,
  FunctionPrototypeBind, Number, ObjectDefineProperty, ObjectEntries, ObjectKeys, RegExpPrototypeExec,
  StringPrototypeSlice, StringPrototypeToUpperCase, joinLists,
} = require('internal/primordials');
const { codes: { ERR_DNS_SET_SERVERS_FAILED, ERR_INVALID_IP_ADDRESS } } = require('internal/errors');
const { validateArray, validateInt32, validateString, validateUint32 } = require('internal/validators');
const { isIP } = require('internal/net/ip');
const { ChannelWrap } = require('internal/dns/channel');

const PORT = 53;
const DEFAULT_TRIES = 4;

// "1.2.3.4", "1.2.3.4:53", "::1", "[::1]", "[::1]:53" -> [family, address, port]
function parseServer(server) {
  if (isIP(server) !== 0) return [isIP(server), server, PORT];
  const { 1: bracketed, 2: port } = RegExpPrototypeExec(/^\[([^[\]]*)\](?:.*?:(\d+))?/, server) ?? [];
  if (bracketed !== undefined && isIP(bracketed) !== 0) return [isIP(bracketed), bracketed, Number(port) || PORT];
  const { 1: address, 2: plainPort = PORT } = RegExpPrototypeExec(/^(.+?)(?::(\d+))?$/, server) ?? [];
  if (address !== undefined && isIP(address) !== 0) return [isIP(address), address, Number(plainPort)];
  throw new ERR_INVALID_IP_ADDRESS(server);
}

class ResolverBase {
  constructor(options = undefined) {
    const { timeout = -1, tries = DEFAULT_TRIES, maxTimeout = 0 } = { ...options };
    validateInt32(timeout, 'options.timeout', -1);
    validateInt32(tries, 'options.tries', 1);
    validateUint32(maxTimeout, 'options.maxTimeout');
    this._handle = new ChannelWrap(timeout, tries, maxTimeout);
  }

  cancel() {
    this._handle.cancel();
  }

  getServers() {
    return ArrayPrototypeMap(this._handle.getServers() || [], ({ 0: address, 1: port }) => {
      if (!port || port === PORT) return address;
      return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
    });
  }

  setServers(servers) {
    validateArray(servers, 'servers');
    const parsed = [];
    ArrayPrototypeForEach(servers, (server, i) => {
      validateString(server, `servers[${i}]`);
      ArrayPrototypePush(parsed, parseServer(server));
    });
    if (!this._handle.setServers(parsed)) {
      throw new ERR_DNS_SET_SERVERS_FAILED('There are pending queries.', servers);
    }
  }

  setLocalAddress(ipv4, ipv6) {
    validateString(ipv4, 'ipv4');
    if (ipv6 !== undefined) validateString(ipv6, 'ipv6');
    this._handle.setLocalAddress(ipv4, ipv6);
  }
}

// The name of the query, by method.
const METHODS = {
  __proto__: null,
  resolveAny: 'queryAny',
  resolve4: 'queryA',
  resolve6: 'queryAaaa',
  resolveCaa: 'queryCaa',
  resolveCname: 'queryCname',
  resolveMx: 'queryMx',
  resolveNs: 'queryNs',
  resolveTlsa: 'queryTlsa',
  resolveTxt: 'queryTxt',
  resolveSrv: 'querySrv',
  resolvePtr: 'queryPtr',
  resolveNaptr: 'queryNaptr',
  resolveSoa: 'querySoa',
  reverse: 'getHostByAddr',
};

// Makes a Resolver with a method for each kind of query, created by createMethod(query's name), and the methods by record
// type.
function createResolverClass(createMethod) {
  class Resolver extends ResolverBase {}
  const byType = { __proto__: null };
  for (let i = 0, list = ObjectEntries(METHODS); i < list.length; i++) {
    const { 0: name, 1: query } = list[i];
    const method = createMethod(query);
    ObjectDefineProperty(method, 'name', { __proto__: null, value: query, configurable: true });
    Resolver.prototype[name] = method;
    if (name !== 'reverse') byType[StringPrototypeToUpperCase(StringPrototypeSlice(query, 'query'.length))] = method;
  }
  return { Resolver, byType };
}

// ---- the default resolver

const BOUND = joinLists(['getServers', 'resolve'], ArrayPrototypeSort(ArrayPrototypeFilter(ObjectKeys(METHODS), (name) => name !== 'reverse')), ['reverse']);

let defaultResolver;

// Adds the resolver's methods, bound to the default one, to the module.
function bindDefaultResolver(target, { prototype }) {
  defaultResolver ??= new ResolverBase();
  for (let i = 0; i < BOUND.length; i++) {
    const name = BOUND[i];
    target[name] = FunctionPrototypeBind(prototype[name], defaultResolver);
  }
}

function setDefaultResolver(resolver) {
  defaultResolver = resolver;
}

module.exports = { bindDefaultResolver, createResolverClass, setDefaultResolver };
