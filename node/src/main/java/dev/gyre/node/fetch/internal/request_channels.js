'use strict';

// The diagnostics channels of undici, by which tracers follow requests of fetch: undici:request:create, :bodyChunkSent,
// :bodySent, :headers, :bodyChunkReceived, :trailers, :error, and undici:client:sendHeaders.

const {
  ArrayPrototypePush, ObjectDefineProperty, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, SymbolFor,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { channel } = require('diagnostics_channel');
const { listOf, valueIn } = require('internal/fetch/headers');

const create = channel('undici:request:create');
const bodyChunkSent = channel('undici:request:bodyChunkSent');
const bodySent = channel('undici:request:bodySent');
const headersOf = channel('undici:request:headers');
const bodyChunkReceived = channel('undici:request:bodyChunkReceived');
const trailers = channel('undici:request:trailers');
const failure = channel('undici:request:error');
const sendHeaders = channel('undici:client:sendHeaders');

const isFollowed = () => create.hasSubscribers || bodyChunkSent.hasSubscribers || bodySent.hasSubscribers ||
  headersOf.hasSubscribers || bodyChunkReceived.hasSubscribers || trailers.hasSubscribers || failure.hasSubscribers || sendHeaders.hasSubscribers;

// Whether a request has a body: undici has it in the request, Gyre does not show it.
const kHasBody = SymbolFor('gyre.hasBody');

const HEAD_END = '\r\n\r\n';

class Follower {
  #exchange;
  #request;

  constructor(exchange) {
    this.#exchange = exchange;
    const { method, path, request: { body, headers }, url } = exchange;
    const list = [];
    for (let i = 0, all = listOf(headers); i < all.length; i++) {
      const { name, values } = all[i];
      for (let j = 0; j < values.length; j++) ArrayPrototypePush(list, name, values[j]);
    }
    const request = this.#request = {
      method, path, origin: url.origin, protocol: url.protocol, headers: list, completed: false, aborted: false,
      contentLength: body?.byteLength ?? null, contentType: valueIn(headers, 'content-type'), body: null, host: null,
      // A tracer adds its header here; the head is not sent yet.
      addHeader(name, value) {
        ArrayPrototypePush(list, name, value);
        const end = StringPrototypeIndexOf(exchange.head, HEAD_END);
        exchange.head = `${StringPrototypeSlice(exchange.head, 0, end)}\r\n${name}: ${value}${HEAD_END}`;
        return request;
      },
    };
    ObjectDefineProperty(request, 'addHeader', { __proto__: null, enumerable: false });
    ObjectDefineProperty(request, kHasBody, { __proto__: null, enumerable: false, value: body != null });
    if (create.hasSubscribers) create.publish({ request });
  }

  sendHeaders(socket) {
    if (!sendHeaders.hasSubscribers) return;
    const { head } = this.#exchange;
    const end = StringPrototypeIndexOf(head, HEAD_END);
    sendHeaders.publish({ request: this.#request, headers: `${StringPrototypeSlice(head, 0, end)}\r\n`, socket });
  }

  bodyChunkSent(chunk) {
    if (bodyChunkSent.hasSubscribers) bodyChunkSent.publish({ request: this.#request, chunk });
  }

  bodyChunkReceived(chunk) {
    if (bodyChunkReceived.hasSubscribers) bodyChunkReceived.publish({ request: this.#request, chunk: Buffer.from(chunk) });
  }

  bodySent() {
    if (bodySent.hasSubscribers) bodySent.publish({ request: this.#request });
  }

  headers(statusCode, text) {
    if (!headersOf.hasSubscribers) return;
    const lines = StringPrototypeSplit(text, '\n');
    const list = [];
    for (let i = 1; i + 1 < lines.length; i += 2) {
      ArrayPrototypePush(list, Buffer.from(lines[i], 'latin1'), Buffer.from(lines[i + 1], 'latin1'));
    }
    headersOf.publish({ request: this.#request, response: { statusCode, headers: list, statusText: lines[0] } });
  }

  trailers() {
    this.#request.completed = true;
    if (trailers.hasSubscribers) trailers.publish({ request: this.#request, trailers: [] });
  }

  error(error) {
    if (failure.hasSubscribers) failure.publish({ request: this.#request, error });
  }
}

module.exports = { Follower, isFollowed };
