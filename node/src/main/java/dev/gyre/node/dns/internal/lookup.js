'use strict';

// getaddrinfo and getnameinfo: the options of lookup(), and the requests on the pool. A submitted request calls its
// oncomplete(errno, ...).

const {
  ArrayPrototypeIndexOf, ReflectApply, StringPrototypeSplit, Uint8Array, joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  validateBoolean, validateNumber, validateOneOf, validateStringWithoutNullBytes,
} = require('internal/validators');
const { UV_EINVAL } = require('internal/errno');
const { ENDPOINT_BYTES, writeEndpoint } = require('internal/net/endpoint');
const { asciiName, textOf } = require('internal/dns/names');
const { isDenial } = require('internal/permission/model');
const { ORDERS, getDefaultResultOrder } = require('internal/dns/order');
const { GROUPS, emit, isOn } = require('internal/trace_events/tracing');

const native = binding('dns');

const ADDRCONFIG = 0x20;
const ALL = 0x10;
const V4MAPPED = 0x08;

const FAMILIES = [0, 4, 6];
const MAX_NAME_LENGTH = 255;

function familyOf(value, name, byName) {
  if (byName && value === 'IPv4') return 4;
  if (byName && value === 'IPv6') return 6;
  validateOneOf(value, name, FAMILIES);
  return value + 0; // -0 is 0
}

function hintsOf(value) {
  validateNumber(value, 'options.hints');
  const hints = value >>> 0;
  if ((hints & ~(ADDRCONFIG | ALL | V4MAPPED)) !== 0) throw new ERR_INVALID_ARG_VALUE('hints', hints);
  return hints;
}

// Converts the options of lookup() to { family, hints, all, order }; familyNames: whether 'IPv4' and 'IPv6' are accepted as
// families.
function lookupOptions(given, familyNames) {
  const options = { family: 0, hints: 0, all: false, order: getDefaultResultOrder() };
  if (typeof given === 'number') {
    options.family = familyOf(given, 'family', false);
    return options;
  }
  if (given !== undefined && typeof given !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], given);
  }
  if (given?.hints != null) options.hints = hintsOf(given.hints);
  if (given?.family != null) options.family = familyOf(given.family, 'options.family', familyNames);
  if (given?.all != null) {
    validateBoolean(given.all, 'options.all');
    options.all = given.all;
  }
  if (given?.verbatim != null) {
    validateBoolean(given.verbatim, 'options.verbatim');
    options.order = given.verbatim ? 'verbatim' : 'ipv4first';
  }
  if (given?.order != null) {
    validateOneOf(given.order, 'options.order', ORDERS);
    options.order = given.order;
  }
  return options;
}

function validateHost(hostname) {
  if (hostname) validateStringWithoutNullBytes(hostname, 'hostname');
}

const emptyHost = (hostname) => new ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a non-empty string');

class GetAddrInfoReqWrap {}
class GetNameInfoReqWrap {}

// Returns 0, or an error number if nothing was submitted.
function getaddrinfo(request, hostname, { family, hints, order }) {
  const name = asciiName(hostname);
  if (name === undefined || name.length > MAX_NAME_LENGTH) return UV_EINVAL;
  const traceId = isOn.dns ? traceLookup(hostname, family) : undefined;
  const place = ArrayPrototypeIndexOf(ORDERS, order);
  native.getaddrinfoAsync(name, family, hints, place, (error, lines) => {
    const addresses = error ? [] : StringPrototypeSplit(textOf(lines), '\n');
    if (traceId !== undefined) emit('e', GROUPS.dns, 'lookup', traceId, { count: addresses.length, order: place });
    if (error) request.oncomplete(isDenial(error) ? error : error.errno);
    else request.oncomplete(null, addresses);
  });
  return 0;
}

let lastTraceId = 0;

function traceLookup(hostname, family) {
  emit('b', GROUPS.dns, 'lookup', ++lastTraceId, { hostname, family: family === 0 ? 'unspec' : `ipv${family}` });
  return lastTraceId;
}

function getnameinfo(request, address, port) {
  const endpoint = new Uint8Array(ENDPOINT_BYTES);
  writeEndpoint(endpoint, 0, address, port);
  native.getnameinfoAsync(endpoint, (error, lines) => {
    if (error) request.oncomplete(isDenial(error) ? error : error.errno);
    else ReflectApply(request.oncomplete, request, joinLists([null], StringPrototypeSplit(textOf(lines), '\n')));
  });
}

module.exports = {
  ADDRCONFIG,
  ALL,
  GetAddrInfoReqWrap,
  GetNameInfoReqWrap,
  V4MAPPED,
  emptyHost,
  getaddrinfo,
  getnameinfo,
  lookupOptions,
  validateHost,
};
