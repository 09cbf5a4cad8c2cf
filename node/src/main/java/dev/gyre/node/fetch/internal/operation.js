'use strict';

// One call of fetch(): from the request over its redirects to the response. The steps and their order are those of the fetch
// standard as Node has it: there is no page, so every first URL is of the own origin, and cookies and caches don't exist.

const {
  Error, FinalizationRegistry, PromisePrototypeThen, SafeSet, StringPrototypeIndexOf, StringPrototypeSlice, SymbolDispose, SymbolFor, TypeError,
  registerFinalizer,
} = require('internal/primordials');
const { addAbortListener } = require('internal/events/abort_listener');
const { Body } = require('internal/fetch/body');
const { Step, stepsFor } = require('internal/fetch/decode');
const { Exchange } = require('internal/fetch/exchange');
const { receivedHeaders, removeHeader, valueIn } = require('internal/fetch/headers');
const { IncomingBody } = require('internal/fetch/incoming_body');
const { responseOf } = require('internal/fetch/response');
const { URL } = require('internal/url/url');

const MAX_REDIRECTS = 20;
const REDIRECTS = new SafeSet([301, 302, 303, 307, 308]);
const NULL_BODY = new SafeSet([101, 204, 205, 304]);
const CONTENT_HEADERS = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];
const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'host'];
const BAD_PORTS = new SafeSet(['1', '7', '9', '11', '13', '15', '17', '19', '20', '21', '22', '23', '25', '37', '42', '43',
  '53', '69', '77', '79', '87', '95', '101', '102', '103', '104', '109', '110', '111', '113', '115', '117', '119', '123', '135',
  '137', '139', '143', '161', '179', '389', '427', '465', '512', '513', '514', '515', '526', '530', '531', '532', '540', '548',
  '554', '556', '563', '587', '601', '636', '989', '990', '993', '995', '1719', '1720', '1723', '2049', '3659', '4045', '4190',
  '5060', '5061', '6000', '6566', '6665', '6666', '6667', '6668', '6669', '6679', '6697', '10080']);
const DISPATCHER = SymbolFor('undici.globalDispatcher.2');
const OLD_DISPATCHER = SymbolFor('undici.globalDispatcher.1');

const isHttp = ({ protocol }) => protocol === 'http:' || protocol === 'https:';

const nothing = () => {};

let abandoned; // the registry of responses that nobody reads

class Operation {
  #request;
  #url;
  #firstOrigin;
  #redirects = 0;
  #tainting = 'basic';
  #exchange;
  #resolve;
  #reject;
  #incoming; // the IncomingBody of the response
  #decoding; // how far an encoded body is: { bytes, isDone, status }
  #isSettled = false;
  #isOver = false;
  #stopListening;
  #startTime;
  #lastStartTime;

  constructor(request, resolve, reject) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#url = new URL(request.url);
    this.#firstOrigin = this.#url.origin;
    const { performance } = require('perf_hooks');
    this.#startTime = this.#lastStartTime = performance.now();
  }

  start() {
    const { follows } = this.#request;
    if (follows !== undefined) {
      if (follows.aborted) {
        this.#abort(follows.reason);
        return;
      }
      this.#stopListening = addAbortListener(follows, () => this.#abort(follows.reason));
    }
    this.#fetch();
  }

  // ---- the way to the network

  #fetch() {
    const url = this.#url;
    const { mode, redirect } = this.#request;
    if (isHttp(url) && BAD_PORTS.has(url.port)) {
      this.#fail('bad port');
    } else if ((url.origin === this.#firstOrigin && this.#tainting === 'basic') || url.protocol === 'data:') {
      this.#fetchScheme();
    } else if (mode === 'same-origin') {
      this.#fail('request mode cannot be "same-origin"');
    } else if (mode === 'no-cors') {
      if (redirect !== 'follow') {
        this.#fail('redirect mode cannot be "follow" for "no-cors" request');
        return;
      }
      this.#tainting = 'opaque';
      this.#fetchScheme();
    } else if (!isHttp(url)) {
      this.#fail('URL scheme must be a HTTP(S) scheme');
    } else {
      this.#tainting = 'cors';
      this.#fetchHttp();
    }
  }

  #fetchScheme() {
    switch (this.#url.protocol) {
      case 'http:':
      case 'https:':
        this.#fetchHttp();
        break;
      case 'about:': this.#fail('about scheme is not supported'); break;
      case 'blob:':
      case 'data:':
        this.#answerLocally();
        break;
      case 'file:': this.#fail('not implemented... yet...'); break;
      default: this.#fail('unknown scheme');
    }
  }

  #answerLocally() {
    const { answerOf } = require('internal/fetch/local_schemes');
    const answer = answerOf(this.#url, this.#request);
    if (typeof answer === 'string') this.#fail(answer);
    else this.#respond({ ...answer, type: 'basic', url: this.#shownUrl(), redirected: false });
  }

  #fetchHttp() {
    let exchange;
    try {
      exchange = new Exchange(this.#request, this.#url, this);
    } catch (error) {
      this.#failWith(error);
      return;
    }
    if (this.#request.cache === 'only-if-cached') {
      this.#fail('only if cached');
      return;
    }
    this.#exchange = exchange;
    const dispatcher = this.#request.dispatcher ?? globalThis[DISPATCHER] ?? globalThis[OLD_DISPATCHER];
    if (dispatcher !== undefined) require('internal/fetch/dispatcher').dispatch(dispatcher, exchange);
    else exchange.send();
  }

  // ---- the exchange's events

  // text is the parser's: `reason \n name \n value \n ...`.
  onHead(exchange, status, text) {
    const headers = receivedHeaders(text);
    if (REDIRECTS.has(status) && this.#request.redirect !== 'manual') {
      if (this.#request.redirect === 'error') {
        exchange.cancel();
        this.#fail('unexpected redirect');
        return;
      }
      const location = valueIn(headers, 'location');
      if (location !== null) {
        exchange.discard();
        this.#redirect(status, location);
        return;
      }
    }
    if (status === 407) {
      exchange.cancel();
      this.#fail('');
      return;
    }
    this.#receive(exchange, status, text, headers);
  }

  #receive(exchange, status, text, headers) {
    const { method, integrity } = this.#request;
    const isEmpty = method === 'HEAD' || method === 'CONNECT' || NULL_BODY.has(status);
    let body = null;
    if (isEmpty) {
      exchange.discard();
    } else {
      const encoding = valueIn(headers, 'content-encoding');
      try {
        this.#receiveBody(exchange, encoding);
      } catch (error) {
        exchange.cancel();
        this.#failWith(error);
        return;
      }
      body = new Body(this.#incoming);
    }
    const end = StringPrototypeIndexOf(text, '\n');
    const state = {
      type: this.#tainting, url: this.#shownUrl(), redirected: this.#redirects > 0, status,
      statusText: end < 0 ? text : StringPrototypeSlice(text, 0, end), headers, body,
    };
    if (this.#tainting === 'opaque') this.#hide(exchange, state);
    if (integrity !== '') this.#checkIntegrity(state);
    else this.#respond(state);
    if (isEmpty) this.#over(status);
  }

  #hide(exchange, state) {
    exchange.discard();
    state.status = 0;
    state.statusText = '';
    state.headers = receivedHeaders('');
    state.body = null;
  }

  #receiveBody(exchange, encoding) {
    const made = encoding === null ? [] : stepsFor(encoding);
    const flow = {
      pause: () => exchange.pause(),
      resume: () => exchange.resume(),
      cancel: (reason) => this.#cancel(reason),
    };
    if (made.length === 0) {
      this.#incoming = new IncomingBody(flow);
      exchange.sink = this.#incoming;
      return;
    }
    // From the last step back to the first: each needs its target.
    const steps = [];
    const incoming = new IncomingBody({
      pause: () => steps[made.length - 1].pause(),
      resume: () => steps[made.length - 1].resume(),
      cancel: (reason) => {
        for (let i = 0; i < steps.length; i++) steps[i].cancel();
        this.#cancel(reason);
      },
    });
    const decoding = this.#decoding = { bytes: 0, isDone: false, status: undefined };
    const last = {
      take: (bytes) => {
        decoding.bytes += bytes.length;
        incoming.take(bytes);
      },
      end: () => {
        decoding.isDone = true;
        incoming.end();
        if (decoding.status !== undefined) this.#over(decoding.status);
      },
      fail: (error) => {
        exchange.cancel();
        this.#isOver = true;
        this.#stopListening?.[SymbolDispose]();
        incoming.fail(new TypeError('terminated', { cause: error }));
      },
    };
    for (let i = made.length - 1; i >= 0; i--) {
      const before = i;
      const ofStep = i === 0 ? flow : { pause: () => steps[before - 1].pause(), resume: () => steps[before - 1].resume() };
      steps[i] = new Step(made[i], i === made.length - 1 ? last : steps[i + 1], ofStep);
    }
    this.#incoming = incoming;
    exchange.sink = steps[0];
  }

  onEnd(exchange, status) {
    if (exchange !== this.#exchange) return;
    if (this.#decoding === undefined || this.#decoding.isDone) this.#over(status);
    else this.#decoding.status = status; // it is over when all is decoded
  }

  onError(exchange, error) {
    if (exchange !== this.#exchange || this.#isOver) return;
    this.#failWith(error);
  }

  // ---- redirects

  #redirect(status, location) {
    const request = this.#request;
    let url;
    try {
      url = new URL(location, this.#url);
      if (url.hash === '') url.hash = this.#url.hash;
    } catch (error) {
      this.#failWith(error);
      return;
    }
    const isCrossOrigin = url.origin !== this.#url.origin;
    const hasCredentials = url.username !== '' || url.password !== '';
    if (!isHttp(url)) {
      this.#fail('URL scheme must be a HTTP(S) scheme');
      return;
    }
    if (this.#redirects === MAX_REDIRECTS) {
      this.#fail('redirect count exceeded');
      return;
    }
    this.#redirects++;
    if (request.mode === 'cors' && hasCredentials && isCrossOrigin) {
      this.#fail('cross origin not allowed for request mode "cors"');
      return;
    }
    if (this.#tainting === 'cors' && hasCredentials) {
      this.#fail('URL cannot contain credentials for request mode "cors"');
      return;
    }
    if (status !== 303 && request.body !== null && !request.body.isRepeatable) {
      this.#fail('');
      return;
    }
    const { method, headers } = request;
    if (((status === 301 || status === 302) && method === 'POST') || (status === 303 && method !== 'GET' && method !== 'HEAD')) {
      request.method = 'GET';
      request.body = null;
      for (let i = 0; i < CONTENT_HEADERS.length; i++) removeHeader(headers, CONTENT_HEADERS[i]);
    }
    if (isCrossOrigin) for (let i = 0; i < SECRET_HEADERS.length; i++) removeHeader(headers, SECRET_HEADERS[i]);
    if (request.body !== null) request.body = request.body.again();
    this.#url = url;
    const { performance } = require('perf_hooks');
    this.#lastStartTime = performance.now();
    this.#fetch();
  }

  // Without the fragment.
  #shownUrl() {
    const { href, hash } = this.#url;
    return hash === '' ? href : StringPrototypeSlice(href, 0, href.length - hash.length);
  }

  // ---- the end

  #respond(state) {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const response = responseOf(state);
    const incoming = this.#incoming;
    if (incoming !== undefined && this.#exchange.mayBeLong) {
      abandoned ??= new FinalizationRegistry(({ body, operation }) => {
        if (!body.isTaken) operation.#cancel(undefined);
      });
      registerFinalizer(abandoned, response, { body: incoming, operation: this });
    }
    this.#resolve(response);
    this.#resolve = undefined;
  }

  #checkIntegrity(state) {
    const { matches } = require('internal/fetch/integrity');
    const { body } = state;
    if (body === null) {
      this.#fail('');
      return;
    }
    PromisePrototypeThen(body.bytes(), (bytes) => {
      if (!matches(bytes, this.#request.integrity)) {
        this.#isOver = false;
        this.#fail('integrity mismatch');
        return;
      }
      this.#incoming = undefined;
      state.body = new Body(bytes);
      this.#respond(state);
    }, (error) => {
      this.#isOver = false;
      this.#failWith(error);
    });
  }

  #over(status) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.[SymbolDispose]();
    const { performance } = require('perf_hooks');
    const startTime = this.#startTime;
    performance.markResourceTiming({
      startTime, redirectStartTime: this.#redirects > 0 ? startTime : 0,
      redirectEndTime: this.#redirects > 0 ? this.#lastStartTime : 0,
      postRedirectStartTime: this.#lastStartTime, finalServiceWorkerStartTime: 0,
      finalNetworkResponseStartTime: this.#exchange.headTime, finalNetworkRequestStartTime: this.#exchange.sendTime,
      endTime: performance.now(), encodedBodySize: this.#exchange.bodyBytes, decodedBodySize: this.#decoding?.bytes ?? this.#exchange.bodyBytes,
      finalConnectionTimingInfo: {
        domainLookupStartTime: this.#lastStartTime, domainLookupEndTime: this.#lastStartTime,
        connectionStartTime: this.#lastStartTime, connectionEndTime: this.#lastStartTime,
        secureConnectionStartTime: this.#lastStartTime, ALPNNegotiatedProtocol: undefined,
      },
    }, this.#request.url, 'fetch', globalThis, '', undefined, status, '');
  }

  #fail(message) { this.#failWith(new Error(message)); }

  #failWith(cause) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.[SymbolDispose]();
    this.#exchange?.cancel();
    if (!this.#isSettled) {
      this.#isSettled = true;
      const error = new TypeError('fetch failed', { cause });
      this.#reject(error);
      return;
    }
    this.#incoming?.fail(new TypeError('terminated', { cause }));
  }

  // The program does not want the rest of the body.
  #cancel() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.[SymbolDispose]();
    this.#exchange.cancel();
  }

  #abort(reason) {
    if (this.#isOver && this.#incoming === undefined) return;
    const { body } = this.#request;
    this.#isOver = true;
    this.#stopListening?.[SymbolDispose]();
    const error = reason;
    this.#exchange?.cancel(error);
    if (body !== null && !body.isRepeatable) PromisePrototypeThen(body.stream.cancel(error), nothing, nothing);
    if (!this.#isSettled) {
      this.#isSettled = true;
      this.#reject(error);
    }
    this.#incoming?.fail(error);
  }
}

module.exports = { Operation };
