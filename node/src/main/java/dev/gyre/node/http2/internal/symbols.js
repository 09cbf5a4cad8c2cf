'use strict';

// Properties that the classes of HTTP/2 share with each other and hide from programs.

const { Symbol } = require('internal/primordials');

module.exports = {
  kAuthority: Symbol('authority'),
  kBoundSession: Symbol('boundSession'),
  kCount: Symbol('countQueuedBytes'),
  kEnd: Symbol('streamEnd'),
  kEndpoint: Symbol('endpoint'),
  kInit: Symbol('init'),
  kMaybeDestroy: Symbol('maybeDestroy'),
  kOptions: Symbol('options'),
  kOrigin: Symbol('origin'),
  kProceed: Symbol('proceed'),
  kProtocol: Symbol('protocol'),
  kProxySocket: Symbol('proxySocket'),
  kRequest: Symbol('request'),
  kRequestResource: Symbol('requestResource'),
  kSentHeaders: Symbol('sentHeaders'),
  kRawHeaders: Symbol('rawHeaders'),
  kServer: Symbol('server'),
  kSession: Symbol('session'),
  kSessions: Symbol('sessions'),
  kSocket: Symbol('socket'),
  kState: Symbol('state'),
  kStrict: Symbol('strictSingleValueFields'),
  kType: Symbol('type'),
  kTouch: Symbol('updateTimer'),
};
