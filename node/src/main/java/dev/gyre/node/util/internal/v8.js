'use strict';

// What JavaScript can't see of its own values. V8's runtime functions (%Name) answer some of it; their syntax is
// on only while the snapshot is built, so they are compiled here, from text, and run once for their bytecode to be kept.
// Elsewhere, and for what V8 has no runtime function for, the answers come from UtilBinding.

function compile(parameters, body) {
  try {
    return new Function(...parameters, body);
  } catch {
    return undefined;
  }
}

const isProxy = compile(['value'], 'return %IsJSProxy(value);') ?? ((value) => binding('util').isProxy(value));

// Only for proxies: V8 doesn't check.
const proxyTarget = compile(['proxy'], 'return %JSProxyGetTarget(proxy);');
const proxyHandler = compile(['proxy'], 'return %JSProxyGetHandler(proxy);');

// undefined for what is no proxy, otherwise [target, handler]; both null once revoked.
function getProxyDetails(value) {
  if (!isProxy(value)) return undefined;
  return proxyTarget === undefined ? binding('util').getProxyDetails(value) : [proxyTarget(value), proxyHandler(value)];
}

const kPending = 0;
const kFulfilled = 1;
const kRejected = 2;

// [state, result]; only for promises. A look at a promise, not a use: it doesn't become handled.
const getPromiseDetails = (promise) => binding('util').getPromiseDetails(promise);

// [entries, isKeyValue] of a Map or Set iterator from where it stands, without moving it, or of a weak collection.
// Of keys and values by turns when isKeyValue.
const previewEntries = (object) => binding('util').previewEntries(object);

const isIndex = (key) => typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4294967295;

// The own keys that are no array indices: all of them, or the enumerable ones.
function getOwnNonIndexProperties(object, onlyEnumerable) {
  const isWanted = onlyEnumerable ?
    (key) => !isIndex(key) && Reflect.apply(propertyIsEnumerable, object, [key]) : (key) => !isIndex(key);
  return Reflect.ownKeys(object).filter(isWanted);
}
const { propertyIsEnumerable } = Object.prototype;

if (proxyTarget !== undefined) getProxyDetails(new Proxy({}, {}));

module.exports = {
  getOwnNonIndexProperties,
  getPromiseDetails,
  getProxyDetails,
  isProxy,
  kFulfilled,
  kPending,
  kRejected,
  previewEntries,
};
