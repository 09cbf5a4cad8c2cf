'use strict';

// Common to inspector and inspector/promises. There is no inspector yet: nothing listens, and a session can't be connected.
// Programs that only check whether an inspector is active get an answer.

const { ArrayPrototypeMap, ObjectFromEntries } = require('internal/primordials');
const EventEmitter = require('events');
const { codes: {
  ERR_INSPECTOR_NOT_ACTIVE, ERR_INSPECTOR_NOT_AVAILABLE, ERR_INSPECTOR_NOT_CONNECTED, ERR_INSPECTOR_NOT_WORKER,
  ERR_METHOD_NOT_IMPLEMENTED,
} } = require('internal/errors');
const { validateString } = require('internal/validators');

class Session extends EventEmitter {
  connect() { throw new ERR_INSPECTOR_NOT_AVAILABLE(); }

  connectToMainThread() { throw new ERR_INSPECTOR_NOT_WORKER(); }

  post(method) {
    validateString(method, 'method');
    throw new ERR_INSPECTOR_NOT_CONNECTED();
  }

  disconnect() {}
}

// Events for an inspector: there is none.
const events = (names) => ObjectFromEntries(ArrayPrototypeMap(names, (name) => [name, { [name]() {} }[name]]));

const common = {
  open(port, host, wait) { throw new ERR_METHOD_NOT_IMPLEMENTED('inspector.open'); },
  close() {},
  url() { return undefined; },
  waitForDebugger() { throw new ERR_INSPECTOR_NOT_ACTIVE(); },
  console: globalThis.console,
};

const domains = {
  Network: events(['requestWillBeSent', 'responseReceived', 'loadingFinished', 'loadingFailed', 'dataSent', 'dataReceived',
    'webSocketCreated', 'webSocketClosed', 'webSocketHandshakeResponseReceived']),
  NetworkResources: events(['put']),
  DOMStorage: events(['domStorageItemAdded', 'domStorageItemRemoved', 'domStorageItemUpdated', 'domStorageItemsCleared',
    'registerStorage']),
};

module.exports = { Session, common, domains };
