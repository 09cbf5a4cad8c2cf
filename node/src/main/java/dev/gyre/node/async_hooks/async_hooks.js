'use strict';

// node:async_hooks.

const { ArrayPrototypeForEach, ObjectFreeze, splitByPattern } = require('internal/primordials');
const asyncIds = require('internal/async_ids');
const { createHook } = require('internal/async_hooks/hooks');
const { AsyncLocalStorage } = require('internal/async_hooks/local_storage');
const { AsyncResource } = require('internal/async_hooks/resource');

const PROVIDERS = splitByPattern(/\s+/, `NONE DIRHANDLE DNSCHANNEL ELDHISTOGRAM FILEHANDLE FILEHANDLECLOSEREQ BLOBREADER
  FSEVENTWRAP FSREQCALLBACK FSREQPROMISE GETADDRINFOREQWRAP GETNAMEINFOREQWRAP HEAPSNAPSHOT
  HTTP2SESSION HTTP2STREAM HTTP2PING HTTP2SETTINGS HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST LOCKS
  DTLS_ENDPOINT DTLS_SESSION JSSTREAM JSUDPWRAP MESSAGEPORT PIPECONNECTWRAP PIPESERVERWRAP PIPEWRAP
  PROCESSWRAP PROMISE QUERYWRAP QUIC_ENDPOINT QUIC_LOGSTREAM QUIC_SESSION QUIC_STREAM QUIC_UDP
  SHUTDOWNWRAP SIGNALWRAP STATWATCHER STREAMPIPE TCPCONNECTWRAP TCPSERVERWRAP TCPWRAP TTYWRAP
  UDPSENDWRAP UDPWRAP SIGINTWATCHDOG WORKER WORKERCPUPROFILE WORKERCPUUSAGE WORKERHEAPPROFILE
  WORKERHEAPSNAPSHOT WORKERHEAPSTATISTICS WRITEWRAP ZLIB CHECKPRIMEREQUEST PBKDF2REQUEST
  KEYPAIRGENREQUEST KEYGENREQUEST KEYEXPORTREQUEST ARGON2REQUEST CIPHERREQUEST DERIVEBITSREQUEST
  HASHREQUEST RANDOMBYTESREQUEST RANDOMPRIMEREQUEST SCRYPTREQUEST SIGNREQUEST TLSWRAP
  VERIFYREQUEST`);

const asyncWrapProviders = { __proto__: null };
ArrayPrototypeForEach(PROVIDERS, (name, number) => { asyncWrapProviders[name] = number; });

const topLevelResource = {};

function executionAsyncId() {
  return asyncIds.current();
}

function triggerAsyncId() {
  return asyncIds.trigger();
}

function executionAsyncResource() {
  return asyncIds.resource() ?? topLevelResource;
}

module.exports = {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
  asyncWrapProviders: ObjectFreeze(asyncWrapProviders),
  AsyncResource,
};
