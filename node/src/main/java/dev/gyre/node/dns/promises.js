'use strict';

// dns with promises.

const { ArrayPrototypeMap, Boolean, FunctionPrototypeCall, ObjectAssign, Promise } = require('internal/primordials');
const { DNSException, codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } } = require('internal/errors');
const { validatePort, validateString, validateStringWithoutNullBytes } = require('internal/validators');
const { isIP } = require('internal/net/ip');
const codes = require('internal/dns/codes');
const measure = require('internal/perf_hooks/measure').of('dns');
const {
  GetAddrInfoReqWrap, GetNameInfoReqWrap, emptyHost, getaddrinfo, getnameinfo, lookupOptions, validateHost,
} = require('internal/dns/lookup');
const { QueryReqWrap } = require('internal/dns/channel');
const { getDefaultResultOrder, setDefaultResultOrder } = require('internal/dns/order');
const { bindDefaultResolver, createResolverClass, setDefaultResolver } = require('internal/dns/resolver');

// ---- lookup

function onlookup(errno, addresses) {
  if (errno) {
    this.reject(new DNSException(errno, 'getaddrinfo', this.hostname));
    return;
  }
  this.resolve({ address: addresses[0], family: this.family || isIP(addresses[0]) });
  measure.end(this, { addresses });
}

function onlookupall(errno, found) {
  if (errno) {
    this.reject(new DNSException(errno, 'getaddrinfo', this.hostname));
    return;
  }
  const addresses = ArrayPrototypeMap(found, (address) => ({ address, family: this.family || isIP(address) }));
  this.resolve(addresses);
  measure.end(this, { addresses });
}

// An invalid option throws instead of rejecting.
function lookup(hostname, given) {
  validateHost(hostname);
  const options = lookupOptions(given, false);
  return new Promise((resolve, reject) => {
    if (!hostname) throw emptyHost(hostname);
    const literal = isIP(hostname);
    if (literal !== 0) {
      const result = { address: hostname, family: literal };
      resolve(options.all ? [result] : result);
      return;
    }
    const { family, hints, order } = options;
    const request = ObjectAssign(new GetAddrInfoReqWrap(),
                                  { family, hostname, oncomplete: options.all ? onlookupall : onlookup, resolve, reject });
    const errno = getaddrinfo(request, hostname, options);
    if (errno !== 0) throw new DNSException(errno, 'getaddrinfo', hostname);
    measure.begin(request, 'lookup', { hostname, family, hints, verbatim: order === 'verbatim', order });
  });
}

function onlookupservice(errno, hostname, service) {
  if (errno) {
    this.reject(new DNSException(errno, 'getnameinfo', undefined)); // as in Node, without the host
    return;
  }
  this.resolve({ hostname, service });
  measure.end(this, { hostname, service });
}

function lookupService(address, portGiven) {
  if (arguments.length !== 2) throw new ERR_MISSING_ARGS('address', 'port');
  if (isIP(address) === 0) throw new ERR_INVALID_ARG_VALUE('address', address);
  const port = validatePort(portGiven) + 0;
  return new Promise((resolve, reject) => {
    const request = ObjectAssign(new GetNameInfoReqWrap(),
                                  { hostname: address, port, oncomplete: onlookupservice, resolve, reject });
    getnameinfo(request, address, port);
    measure.begin(request, 'lookupService', { host: address, port });
  });
}

// ---- Resolver

function onresolve(code, found, ttls) {
  if (code) {
    this.reject(new DNSException(code, this.bindingName, this.hostname));
    return;
  }
  const result = ttls && this.ttl ? ArrayPrototypeMap(found, (address, i) => ({ address, ttl: ttls[i] })) : found;
  this.resolve(result);
  measure.end(this, { result });
}

const createMethod = (bindingName) => function(name, options) {
  validateStringWithoutNullBytes(name, 'name'); // as Node does since 26.12.1: a name would end there for some
  const ttl = Boolean(options?.ttl);
  return new Promise((resolve, reject) => {
    const request = ObjectAssign(new QueryReqWrap(),
                                  { bindingName, hostname: name, oncomplete: onresolve, resolve, reject, ttl });
    const errno = this._handle[bindingName](request, name);
    if (errno) throw new DNSException(errno, bindingName, name);
    measure.begin(request, bindingName, { host: name, ttl });
  });
};

const { Resolver, byType } = createResolverClass(createMethod);

Resolver.prototype.resolve = function resolve(hostname, rrtype) {
  if (rrtype === undefined) return FunctionPrototypeCall(byType.A, this, hostname);
  validateString(rrtype, 'rrtype');
  if (typeof byType[rrtype] !== 'function') throw new ERR_INVALID_ARG_VALUE('rrtype', rrtype);
  return FunctionPrototypeCall(byType[rrtype], this, hostname);
};

function defaultResolverSetServers(servers) {
  const resolver = new Resolver();
  resolver.setServers(servers);
  setDefaultResolver(resolver);
  bindDefaultResolver(module.exports, Resolver);
}

module.exports = {
  lookup,
  lookupService,
  Resolver,
  getDefaultResultOrder,
  setDefaultResultOrder,
  setServers: defaultResolverSetServers,
  ...codes,
};

bindDefaultResolver(module.exports, Resolver);
