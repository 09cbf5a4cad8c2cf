'use strict';

// Sends an exchange by a dispatcher of the package undici (setGlobalDispatcher, or the option `dispatcher`) instead of by
// the own network: mocks, proxies and interceptors of programs work by it. The handler has the methods of both generations:
// versions up to 6 know onConnect and its like, version 8 onRequestStart and its like, version 7 either.

const {
  ArrayIsArray, ArrayPrototypePush, ObjectKeys, StringPrototypeSplit, StringPrototypeToLowerCase, SymbolAsyncIterator,
} = require('internal/primordials');
const { isUint8Array } = require('internal/buffer/types');
const { hasHeader, listOf } = require('internal/fetch/headers');

const textOf = (value) => (isUint8Array(value) ? value.toString('latin1') : `${value}`);

// `reason \n name \n value \n ...`, as the parser writes it.
function textOfRaw(reason, rawHeaders) {
  let text = `${reason ?? ''}\n`;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const value = rawHeaders[i + 1];
    const name = textOf(rawHeaders[i]);
    if (ArrayIsArray(value)) for (let j = 0; j < value.length; j++) text += `${name}\n${textOf(value[j])}\n`;
    else text += `${name}\n${textOf(value)}\n`;
  }
  return text;
}

function rawOf(headers) {
  const raw = [];
  for (let i = 0, names = ObjectKeys(headers ?? {}); i < names.length; i++) ArrayPrototypePush(raw, names[i], headers[names[i]]);
  return raw;
}

class Handler {
  #exchange;
  #control; // { abort, pause, resume }
  #isPaused = false;

  constructor(exchange) {
    this.#exchange = exchange;
    exchange.connection = this;
  }

  // ---- as a connection of the exchange

  pause() {
    this.#isPaused = true;
    this.#control?.pause?.();
  }

  resume() {
    this.#isPaused = false;
    this.#control?.resume();
  }

  abandon() {
    const { RequestAbortedError } = require('internal/fetch/network_errors');
    this.#control?.abort(new RequestAbortedError());
  }

  // ---- versions from 7

  onRequestStart(controller) { this.#control = controller; }

  onRequestUpgrade(controller, status, headers, socket) {
    this.#exchange.onUpgrade?.(status, textOfRaw('', rawOf(headers)), socket, undefined);
  }

  onResponseStart(controller, status, headers, reason) {
    if (status < 200) return;
    this.#exchange.onHead(status, textOfRaw(reason, controller?.rawHeaders ?? rawOf(headers)));
  }

  onResponseData(controller, bytes) { this.#exchange.onBody(bytes); }

  onResponseEnd() { this.#exchange.onEnd(); }

  onResponseError(controller, error) { this.#exchange.onError(error); }

  // ---- versions up to 6

  onConnect(abort) { this.#control = { abort, pause: undefined, resume() {} }; }

  onHeaders(status, rawHeaders, resume, reason) {
    if (status < 200) return true;
    this.#control.resume = resume;
    this.#exchange.onHead(status, textOfRaw(reason, rawHeaders));
    return !this.#isPaused;
  }

  onData(bytes) {
    this.#exchange.onBody(bytes);
    return !this.#isPaused;
  }

  onComplete() { this.#exchange.onEnd(); }

  onError(error) { this.#exchange.onError(error); }

  onUpgrade(status, rawHeaders, socket) {
    this.#exchange.onUpgrade?.(status, textOfRaw('', rawHeaders ?? []), socket, undefined);
  }
}

function bodyFor(dispatcher, { body }) {
  if (body === null) return null;
  const { ownBytes } = body;
  if (ownBytes !== undefined) {
    body.consume();
    return dispatcher.isMockActive ? ownBytes.toString() : ownBytes;
  }
  return dispatcher.isMockActive ? body.stream : body.stream[SymbolAsyncIterator]();
}

function headersFor({ request, head }) {
  const headers = { __proto__: null };
  for (let i = 0, list = listOf(request.headers); i < list.length; i++) {
    const { key, name, values } = list[i];
    if (key !== 'host') headers[name] = values.length === 1 ? values[0] : values;
  }
  // Those that the exchange has added.
  const lines = StringPrototypeSplit(head, '\r\n');
  for (let i = 3; i < lines.length; i++) {
    const { 0: name, 1: value } = StringPrototypeSplit(lines[i], ': ', 2);
    if (value === undefined || name === 'transfer-encoding' || name === 'content-length' || name === 'upgrade' || hasHeader(request.headers, StringPrototypeToLowerCase(name))) continue;
    headers[name] = value;
  }
  return headers;
}

function dispatch(agent, exchange) {
  const { method, path, request, url } = exchange;
  try {
    agent.dispatch({ // named so in the message if it has none
      path, origin: url.origin, method, headers: headersFor(exchange), body: bodyFor(agent, request), maxRedirections: 0,
      upgrade: exchange.isUpgrade ? 'websocket' : undefined,
    }, new Handler(exchange));
  } catch (error) {
    exchange.onError(error);
  }
}

module.exports = { dispatch };
