'use strict';

// Names and addresses. lookup() and lookupService() use the C library, on the pool; a Resolver queries DNS servers itself,
// on the loop.

const {
  ArrayPrototypeMap, Boolean, FunctionPrototypeCall, ObjectAssign, ObjectDefineProperty,
} = require('internal/primordials');
const {
  DNSException,
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS },
} = require('internal/errors');
const { validateFunction, validatePort, validateStringWithoutNullBytes } = require('internal/validators');
const { customPromisifyArgs } = require('internal/util');
const { isIP } = require('internal/net/ip');
const codes = require('internal/dns/codes');
const measure = require('internal/perf_hooks/measure').of('dns');
const {
  ADDRCONFIG, ALL, GetAddrInfoReqWrap, GetNameInfoReqWrap, V4MAPPED,
  emptyHost, getaddrinfo, getnameinfo, lookupOptions, validateHost,
} = require('internal/dns/lookup');
const { QueryReqWrap } = require('internal/dns/channel');
const { getDefaultResultOrder, setDefaultResultOrder } = require('internal/dns/order');
const { bindDefaultResolver, createResolverClass, setDefaultResolver } = require('internal/dns/resolver');

// ---- lookup

function onlookup(errno, addresses) {
  if (errno) {
    this.callback(new DNSException(errno, 'getaddrinfo', this.hostname));
    return;
  }
  this.callback(null, addresses[0], this.family || isIP(addresses[0]));
  measure.end(this, { addresses });
}

function onlookupall(errno, found) {
  if (errno) {
    this.callback(new DNSException(errno, 'getaddrinfo', this.hostname));
    return;
  }
  const addresses = ArrayPrototypeMap(found, (address) => ({ address, family: this.family || isIP(address) }));
  this.callback(null, addresses);
  measure.end(this, { addresses });
}

function lookup(hostname, given, callbackGiven) {
  validateHost(hostname);
  const isShort = typeof given === 'function';
  const callback = isShort ? given : callbackGiven;
  const isWrong = given !== undefined && typeof given !== 'object' && typeof given !== 'number';
  validateFunction(isWrong && arguments.length === 2 ? given : callback, 'callback');
  const options = lookupOptions(isShort ? undefined : given, true);
  if (!hostname) throw emptyHost(hostname);

  const literal = isIP(hostname);
  if (literal !== 0) {
    if (options.all) process.nextTick(callback, null, [{ address: hostname, family: literal }]);
    else process.nextTick(callback, null, hostname, literal);
    return {};
  }
  const { family, hints, order } = options;
  const request = ObjectAssign(new GetAddrInfoReqWrap(),
                                { callback, family, hostname, oncomplete: options.all ? onlookupall : onlookup });
  const errno = getaddrinfo(request, hostname, options);
  if (errno !== 0) {
    process.nextTick(callback, new DNSException(errno, 'getaddrinfo', hostname));
    return {};
  }
  measure.begin(request, 'lookup', { hostname, family, hints, verbatim: order === 'verbatim', order });
  return request;
}

ObjectDefineProperty(lookup, customPromisifyArgs, { __proto__: null, value: ['address', 'family'] });

function onlookupservice(errno, hostname, service) {
  if (errno) {
    this.callback(new DNSException(errno, 'getnameinfo', this.hostname));
    return;
  }
  this.callback(null, hostname, service);
  measure.end(this, { hostname, service });
}

function lookupService(address, portGiven, callback) {
  if (arguments.length !== 3) throw new ERR_MISSING_ARGS('address', 'port', 'callback');
  if (isIP(address) === 0) throw new ERR_INVALID_ARG_VALUE('address', address);
  const port = validatePort(portGiven) + 0;
  validateFunction(callback, 'callback');
  const request = ObjectAssign(new GetNameInfoReqWrap(),
                                { callback, hostname: address, port, oncomplete: onlookupservice });
  getnameinfo(request, address, port);
  measure.begin(request, 'lookupService', { host: address, port });
  return request;
}

ObjectDefineProperty(lookupService, customPromisifyArgs, { __proto__: null, value: ['hostname', 'service'] });

// ---- Resolver

function onresolve(code, found, ttls) {
  if (code) {
    this.callback(new DNSException(code, this.bindingName, this.hostname));
    return;
  }
  const result = ttls && this.ttl ? ArrayPrototypeMap(found, (address, i) => ({ address, ttl: ttls[i] })) : found;
  this.callback(null, result);
  measure.end(this, { result });
}

// name[, options], callback
const createMethod = (bindingName) => function(name, callbackOrOptions) {
  const hasOptions = arguments.length > 2;
  const callback = hasOptions ? arguments[2] : callbackOrOptions;
  validateStringWithoutNullBytes(name, 'name'); // as Node does since 26.12.1: a name would end there for some
  validateFunction(callback, 'callback');
  const ttl = hasOptions && Boolean(callbackOrOptions?.ttl);
  const request = ObjectAssign(new QueryReqWrap(),
                                { bindingName, callback, hostname: name, oncomplete: onresolve, ttl });
  const errno = this._handle[bindingName](request, name);
  if (errno) throw new DNSException(errno, bindingName, name);
  measure.begin(request, bindingName, { host: name, ttl });
  return request;
};

const { Resolver, byType } = createResolverClass(createMethod);

Resolver.prototype.resolve = function resolve(hostname, rrtype, callback) {
  if (typeof rrtype === 'function') return FunctionPrototypeCall(byType.A, this, hostname, rrtype);
  if (typeof rrtype !== 'string') throw new ERR_INVALID_ARG_TYPE('rrtype', 'string', rrtype);
  if (typeof byType[rrtype] !== 'function') throw new ERR_INVALID_ARG_VALUE('rrtype', rrtype);
  return FunctionPrototypeCall(byType[rrtype], this, hostname, callback);
};

// ---- the module

let promises;

function defaultResolverSetServers(servers) {
  const resolver = new Resolver();
  resolver.setServers(servers);
  setDefaultResolver(resolver);
  bindDefaultResolver(module.exports, Resolver);
  if (promises !== undefined) bindDefaultResolver(promises, promises.Resolver);
}

module.exports = {
  lookup,
  lookupService,
  Resolver,
  getDefaultResultOrder,
  setDefaultResultOrder,
  setServers: defaultResolverSetServers,
  ADDRCONFIG,
  ALL,
  V4MAPPED,
  ...codes,
};

bindDefaultResolver(module.exports, Resolver);

ObjectDefineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => promises ??= require('dns/promises'),
});
