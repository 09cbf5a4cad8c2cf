'use strict';

// Events of the domains that are Node's own (Network, DOMStorage), which a program or the core makes: the checks of their
// parameters, and the form in which clients get them. They are made only where a client wants them.

const {
  JSONStringify, NumberIsInteger, ObjectKeys, TypeError, bufferOf, byteLengthOf, byteOffsetOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { isUint8Array } = require('util/types');
const { validateObject, validateString } = require('internal/validators');
const { deliver } = require('internal/inspector/connection');

const native = binding('inspector');

const isText = (value) => typeof value === 'string';
const isNumber = (value) => typeof value === 'number';
const isInteger = (value) => NumberIsInteger(value);
const isFlag = (value) => typeof value === 'boolean';
const isObject = (value) => typeof value === 'object' && value !== null;

function required(object, name, isValid, where = 'event', shown = name) {
  const value = object[name];
  if (!isValid(value)) throw new TypeError(`Missing ${shown} in ${where}`);
  return value;
}

function headersOf(object, name) {
  const given = required(object, 'headers', isObject, 'event', `${name}.headers`);
  const headers = {};
  for (let i = 0, names = ObjectKeys(given); i < names.length; i++) {
    const value = given[names[i]];
    if (!isText(value)) throw new TypeError('Invalid header value in event');
    headers[names[i]] = value;
  }
  return headers;
}

// The script that has caused a request, as V8's inspector describes stacks: lines and columns begin with 0.
function initiator() {
  const sites = require('util').getCallSites(50);
  const callFrames = [];
  for (let i = 0; i < sites.length; i++) {
    const { functionName, scriptId, scriptName, lineNumber, columnNumber } = sites[i];
    callFrames[i] = { functionName, scriptId, url: scriptName, lineNumber: lineNumber - 1, columnNumber: columnNumber - 1 };
  }
  return { type: 'script', stack: { callFrames } };
}

function requestOf(params) {
  const given = required(params, 'request', isObject);
  return {
    url: required(given, 'url', isText, 'event', 'request.url'),
    method: required(given, 'method', isText, 'event', 'request.method'),
    headers: headersOf(given, 'request'),
    hasPostData: given.hasPostData === true,
  };
}

function responseOf(params) {
  const given = required(params, 'response', isObject);
  const url = required(given, 'url', isText, 'event', 'response.url');
  return {
    url,
    ...statusOf(given),
    mimeType: isText(given.mimeType) ? given.mimeType : '',
    charset: isText(given.charset) ? given.charset : '',
  };
}

const statusOf = (given) => ({
  status: required(given, 'status', isInteger, 'event', 'response.status'),
  statusText: required(given, 'statusText', isText, 'event', 'response.statusText'),
  headers: headersOf(given, 'response'),
});

function bytesOf(params) {
  const data = required(params, 'data', isObject);
  if (!isUint8Array(data)) throw new TypeError('Expected data to be Uint8Array in event');
  return Buffer.from(bufferOf(data), byteOffsetOf(data), byteLengthOf(data)).toString('base64');
}

const idOf = (params) => required(params, 'requestId', isText);
const timeOf = (params) => required(params, 'timestamp', isNumber);
const isUtf8 = (charset) => (charset === 'utf-8' ? 'utf-8' : 'binary');

// Each returns the parameters for clients, and what the session has to know of the request beside them.
const network = {
  __proto__: null,
  requestWillBeSent(params) {
    const requestId = idOf(params);
    const timestamp = timeOf(params);
    const wallTime = required(params, 'wallTime', isNumber);
    const request = requestOf(params);
    const detail = isUtf8(params.charset) + (request.hasPostData ? ' body' : '');
    return { told: { requestId, request, initiator: initiator(), timestamp, wallTime }, detail };
  },
  responseReceived(params) {
    const requestId = idOf(params);
    const timestamp = timeOf(params);
    const type = required(params, 'type', isText);
    const response = responseOf(params);
    return { told: { requestId, timestamp, type, response }, detail: isUtf8(response.charset) };
  },
  loadingFailed: (params) => ({
    told: {
      requestId: idOf(params),
      timestamp: timeOf(params),
      type: required(params, 'type', isText),
      errorText: required(params, 'errorText', isText),
    },
  }),
  loadingFinished: (params) => ({ told: { requestId: idOf(params), timestamp: timeOf(params) } }),
  dataSent(params) {
    const requestId = idOf(params);
    if (params.finished === true) return { told: { requestId }, detail: undefined };
    timeOf(params);
    required(params, 'dataLength', isInteger);
    return { told: { requestId }, detail: bytesOf(params) };
  },
  dataReceived(params) {
    const requestId = idOf(params);
    const timestamp = timeOf(params);
    const dataLength = required(params, 'dataLength', isInteger);
    const encodedDataLength = required(params, 'encodedDataLength', isInteger);
    const data = bytesOf(params);
    return { told: { requestId, timestamp, dataLength, encodedDataLength, data }, detail: data };
  },
  webSocketCreated: (params) => ({
    told: { requestId: idOf(params), url: required(params, 'url', isText), initiator: initiator() },
  }),
  webSocketClosed: (params) => ({ told: { requestId: idOf(params), timestamp: timeOf(params) } }),
  webSocketHandshakeResponseReceived: (params) => ({
    told: {
      requestId: idOf(params),
      timestamp: timeOf(params),
      response: statusOf(required(params, 'response', isObject)),
    },
  }),
};

function storageOf(params) {
  const given = required(params, 'storageId', isObject);
  return {
    securityOrigin: required(given, 'securityOrigin', isText, 'storageId'),
    storageKey: required(given, 'storageKey', isText, 'storageId'),
    isLocalStorage: given.isLocalStorage === true,
  };
}

function registered(params) {
  required(params, 'isLocalStorage', isFlag);
  const map = required(params, 'storageMap', isObject);
  let names;
  try {
    names = ObjectKeys(map);
  } catch {
    throw new TypeError('Failed to get property names from storageMap');
  }
  for (let i = 0; i < names.length; i++) {
    let value;
    try {
      value = map[names[i]];
    } catch {
      throw new TypeError('Failed to get value from storageMap');
    }
    if (!isText(value)) throw new TypeError('Expected storageMap values to be strings');
  }
  return undefined; // no client hears of it
}

const storage = {
  __proto__: null,
  domStorageItemAdded: (params) => ({
    told: { storageId: storageOf(params), key: required(params, 'key', isText), newValue: required(params, 'newValue', isText) },
  }),
  domStorageItemRemoved: (params) => ({ told: { storageId: storageOf(params), key: required(params, 'key', isText) } }),
  domStorageItemUpdated: (params) => ({
    told: {
      storageId: storageOf(params),
      key: required(params, 'key', isText),
      oldValue: required(params, 'oldValue', isText),
      newValue: required(params, 'newValue', isText),
    },
  }),
  domStorageItemsCleared: (params) => ({ told: { storageId: storageOf(params) } }),
  registerStorage: registered,
};

const forms = { __proto__: null, Network: network, DOMStorage: storage };

// Whether some client of this thread wants events of the domain.
const isWanted = (domain) => native.wants(`${domain}.`);

function emit(domain, name, params = {}) {
  validateString(name, 'eventName');
  validateObject(params, 'params');
  if (!isWanted(domain)) return;
  const made = forms[domain][name](params);
  if (made === undefined) return;
  const method = `${domain}.${name}`;
  native.emit(method, JSONStringify({ method, params: made.told }), made.told.requestId ?? '', made.detail);
  deliver();
}

module.exports = { emit, isWanted };
