'use strict';

// Common to inspector and inspector/promises.

const {
  ArrayPrototypeMap, ObjectFromEntries, StringPrototypeStartsWith, StringPrototypeToLowerCase, SymbolDispose,
} = require('internal/primordials');
const { codes: { ERR_INSPECTOR_ALREADY_ACTIVATED, ERR_INSPECTOR_NOT_ACTIVE } } = require('internal/errors');
const { validateInt32, validateString } = require('internal/validators');
const { get: getOptionValue } = require('internal/options');
const { prepareForClients } = require('internal/inspector/clients');
const { emit } = require('internal/inspector/protocol_events');
const { Session } = require('internal/inspector/session');

const DEFAULT_HOST = '127.0.0.1';

const isUint32 = (value) => value === (value >>> 0);

function isLoopback(host) {
  const name = StringPrototypeToLowerCase(host);
  return name === 'localhost' || name === '[::1]' || name === '[0:0:0:0:0:0:0:1]' || name === '::1' ||
    StringPrototypeStartsWith(name, '127.');
}

function open(port, host, wait) {
  const native = binding('inspector');
  if (native.isOpen()) throw new ERR_INSPECTOR_ALREADY_ACTIVATED();
  if (isUint32(port)) validateInt32(port, 'port', 0, 65535);
  if (host && !isLoopback(host)) {
    process.emitWarning(
      'Binding the inspector to a public IP with an open port is insecure, ' +
        'as it allows external hosts to connect to the inspector ' +
        'and perform a remote code execution attack. ' +
        'Documentation can be found at ' +
        'https://nodejs.org/api/cli.html#--inspecthostport',
      'SecurityWarning');
  }
  prepareForClients();
  require('internal/trace_events/tracing').followClients();
  if (native.open(isUint32(port) ? port : process.debugPort, host || DEFAULT_HOST)) process.debugPort = native.port();
  if (wait) waitForDebugger();
  return { __proto__: null, [SymbolDispose]() { close(); } };
}

function close() {
  binding('inspector').close();
}

const url = () => binding('inspector').url() ?? undefined;

function waitForDebugger() {
  const native = binding('inspector');
  if (!native.isOpen()) throw new ERR_INSPECTOR_NOT_ACTIVE();
  const { beforeLongCall, afterLongCall } = binding('bridge');
  beforeLongCall('');
  try {
    native.waitForDebugger();
  } finally {
    afterLongCall();
  }
}

const events = (domain, names) => ObjectFromEntries(ArrayPrototypeMap(names, (name) =>
  [name, { [name]: (params) => emit(domain, name, params) }[name]]));

const common = { open, close, url, waitForDebugger, console: require('internal/console/of_v8') };

// What Network.loadNetworkResource and IO.read give clients.
function put(url, data) {
  if (!getOptionValue('--experimental-inspector-network-resource')) {
    process.emitWarning('The --experimental-inspector-network-resource option is not enabled. ' +
      'Please enable it to use the putNetworkResource function');
    return;
  }
  validateString(url, 'url');
  validateString(data, 'data');
  binding('inspector').putResource(url, data);
}

const domains = {
  Network: events('Network', ['requestWillBeSent', 'responseReceived', 'loadingFinished', 'loadingFailed', 'dataSent',
    'dataReceived', 'webSocketCreated', 'webSocketClosed', 'webSocketHandshakeResponseReceived']),
  NetworkResources: { put },
  DOMStorage: events('DOMStorage', ['domStorageItemAdded', 'domStorageItemRemoved', 'domStorageItemUpdated',
    'domStorageItemsCleared', 'registerStorage']),
};

module.exports = { Session, common, domains };
