'use strict';

// PerformanceResourceTiming: the timing of a fetch. `timingInfo` is the fetch standard's "fetch timing info".

const { ObjectDefineProperty, ObjectEntries, ObjectKeys } = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS },
} = require('internal/errors');
const { finishInterface } = require('internal/events/event');
const { PerformanceEntry, kConstruct } = require('internal/perf_hooks/entry');
const { bufferResourceTiming, enqueue } = require('internal/perf_hooks/timeline');

const HEADER_BYTES = 300; // the standard's constant for the size of a response's header

class PerformanceResourceTiming extends PerformanceEntry {
  #resource;

  constructor(token = undefined, resource = undefined) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super(token, resource.url, 'resource');
    this.#resource = resource;
  }

  static of(entry) {
    if (!(#resource in entry)) throw new ERR_INVALID_THIS('PerformanceResourceTiming');
    return entry.#resource;
  }

  toJSON() {
    of(this);
    const json = { name: this.name, entryType: this.entryType, startTime: this.startTime,
                   duration: this.duration };
    for (let i = 0, list = ObjectKeys(attributes); i < list.length; i++) {
      const name = list[i];
      json[name] ??= this[name];
    }
    return json;
  }
}

const { of } = PerformanceResourceTiming;
delete PerformanceResourceTiming.of;

const connection = (resource) => resource.timingInfo.finalConnectionTimingInfo;

// In the order of toJSON().
const attributes = {
  name: (resource) => resource.url,
  startTime: ({ timingInfo }) => timingInfo.startTime,
  duration: ({ timingInfo }) => timingInfo.endTime - timingInfo.startTime,
  initiatorType: (resource) => resource.initiatorType,
  nextHopProtocol: (resource) => connection(resource)?.ALPNNegotiatedProtocol,
  workerStart: ({ timingInfo }) => timingInfo.finalServiceWorkerStartTime,
  redirectStart: ({ timingInfo }) => timingInfo.redirectStartTime,
  redirectEnd: ({ timingInfo }) => timingInfo.redirectEndTime,
  fetchStart: ({ timingInfo }) => timingInfo.postRedirectStartTime,
  domainLookupStart: (resource) => connection(resource)?.domainLookupStartTime,
  domainLookupEnd: (resource) => connection(resource)?.domainLookupEndTime,
  connectStart: (resource) => connection(resource)?.connectionStartTime,
  connectEnd: (resource) => connection(resource)?.connectionEndTime,
  secureConnectionStart: (resource) => connection(resource)?.secureConnectionStartTime,
  requestStart: ({ timingInfo }) => timingInfo.finalNetworkRequestStartTime,
  finalResponseHeadersStart: ({ timingInfo }) => timingInfo.finalNetworkResponseStartTime,
  firstInterimResponseStart: ({ timingInfo }) => timingInfo.firstInterimNetworkResponseStartTime ?? 0,
  responseStart: ({ timingInfo }) => timingInfo.firstInterimNetworkResponseStartTime ?? timingInfo.finalNetworkResponseStartTime,
  responseEnd: ({ timingInfo }) => timingInfo.endTime,
  transferSize({ cacheMode, timingInfo }) {
    if (cacheMode === 'local') return 0;
    if (cacheMode === 'validated') return HEADER_BYTES;
    return timingInfo.encodedBodySize + HEADER_BYTES;
  },
  encodedBodySize: ({ timingInfo }) => timingInfo.encodedBodySize,
  decodedBodySize: ({ timingInfo }) => timingInfo.decodedBodySize,
  deliveryType: (resource) => resource.deliveryType,
  responseStatus: (resource) => resource.responseStatus,
  renderBlockingStatus: ({ timingInfo }) => (timingInfo.renderBlocking ? 'blocking' : 'non-blocking'),
  contentType: ({ bodyInfo }) => bodyInfo?.contentType ?? '',
  contentEncoding: ({ bodyInfo }) => bodyInfo?.contentEncoding ?? '',
};

for (let j = 0, items = ObjectEntries(attributes); j < items.length; j++) {
  const { 0: name, 1: read } = items[j];
  ObjectDefineProperty(PerformanceResourceTiming.prototype, name, {
    __proto__: null,
    configurable: true,
    get: { get [name]() { return read(of(this)); } }.__lookupGetter__(name),
  });
}
finishInterface(PerformanceResourceTiming);

function markResourceTiming(timingInfo, requestedUrl, initiatorType, global, cacheMode, bodyInfo,
                            responseStatus, deliveryType = '') {
  if (cacheMode !== '' && cacheMode !== 'local')
    throw new ERR_INVALID_ARG_VALUE('cacheMode', cacheMode, 'must be an empty string or \'local\'');
  const entry = new PerformanceResourceTiming(kConstruct, {
    url: requestedUrl, initiatorType, timingInfo, cacheMode, bodyInfo, responseStatus, deliveryType,
  });
  enqueue(entry);
  bufferResourceTiming(entry, () => {
    require('internal/perf_hooks/performance').dispatchBufferFull();
  });
  return entry;
}

module.exports = { PerformanceResourceTiming, markResourceTiming };
