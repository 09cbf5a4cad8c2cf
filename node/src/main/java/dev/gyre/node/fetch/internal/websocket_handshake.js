'use strict';

// The opening handshake of a WebSocket: an exchange of internal/fetch/network that asks for an upgrade.

const {
  NumberParseInt, RegExpPrototypeExec, SafeMap, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeToLowerCase, StringPrototypeTrim, SymbolFor,
} = require('internal/primordials');
const { joined, listOf, receivedHeaders, valueIn } = require('internal/fetch/headers');

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

// { name: value } of the first extension, if it is permessage-deflate.
function deflateOf(header) {
  const items = StringPrototypeSplit(header, ';');
  if (StringPrototypeTrim(items[0]) !== 'permessage-deflate') return undefined;
  const params = new SafeMap();
  for (let i = 1; i < items.length; i++) {
    const item = StringPrototypeTrim(items[i]);
    const equals = StringPrototypeIndexOf(item, '=');
    if (equals < 0) params.set(item, '');
    else params.set(StringPrototypeTrim(StringPrototypeSlice(item, 0, equals)), StringPrototypeTrim(StringPrototypeSlice(item, equals + 1)));
  }
  const bits = params.get('server_max_window_bits');
  if (bits !== undefined && bits !== '' && (RegExpPrototypeExec(/^\d+$/, bits) === null || NumberParseInt(bits, 10) < 8 || NumberParseInt(bits, 10) > 15)) return undefined;
  return {
    windowBits: bits === undefined || bits === '' ? 15 : NumberParseInt(bits, 10),
    startsAnew: params.has('server_no_context_takeover'),
  };
}

class Handshake {
  method = 'GET';
  body = undefined;
  pump = undefined;
  isUpgrade = true;
  keepsAlive = false;
  connection = undefined;
  head;
  request;
  url;
  path;
  #key;
  #protocols;
  #opened;
  #failed;
  #isOver = false;

  // opened(socket, rest, { headers, deflate, protocol, extensions, status }), failed()
  constructor(url, protocols, headers, opened, failed) {
    this.#protocols = protocols;
    this.#opened = opened;
    this.#failed = failed;
    this.url = url;
    this.path = `${url.pathname}${url.search}`;
    this.request = { headers, body: null };
    this.#key = require('crypto').randomBytes(16).toString('base64');
    let lines = `GET ${this.path} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
    for (let i = 0, list = listOf(headers); i < list.length; i++) {
      const { key, name, values } = list[i];
      if (key !== 'host') lines += `${name}: ${joined(key, values)}\r\n`;
    }
    lines += `sec-websocket-key: ${this.#key}\r\nsec-websocket-version: 13\r\n`;
    if (protocols.length > 0) {
      let list = protocols[0];
      for (let i = 1; i < protocols.length; i++) list += `, ${protocols[i]}`;
      lines += `sec-websocket-protocol: ${list}\r\n`;
    }
    lines += 'sec-websocket-extensions: permessage-deflate; client_max_window_bits\r\naccept: */*\r\naccept-language: *\r\n' +
      'sec-fetch-mode: websocket\r\nuser-agent: node\r\npragma: no-cache\r\ncache-control: no-cache\r\n' +
      `accept-encoding: ${url.protocol === 'https:' ? 'br, gzip, deflate, zstd' : 'gzip, deflate'}\r\n`;
    this.head = `${lines}\r\n`;
  }

  start(dispatcher) {
    const by = dispatcher ?? globalThis[SymbolFor('undici.globalDispatcher.2')] ?? globalThis[SymbolFor('undici.globalDispatcher.1')];
    if (by !== undefined) require('internal/fetch/dispatcher').dispatch(by, this);
    else require('internal/fetch/proxies').send(this.url, this);
  }

  cancel() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.connection?.abandon(this);
  }

  #fail() {
    if (this.#isOver) return;
    this.cancel();
    this.#failed();
  }

  onHead() { this.#fail(); }
  onBody() {}
  onEnd() { this.#fail(); }
  onError() { this.#fail(); }
  pause() {}
  resume() {}

  onUpgrade(status, text, socket, rest) {
    if (this.#isOver) {
      socket.destroy();
      return;
    }
    this.#isOver = true;
    const headers = receivedHeaders(text);
    const answer = this.#check(headers);
    if (answer === undefined) {
      socket.destroy();
      this.#failed();
      return;
    }
    this.#opened(socket, rest, { ...answer, headers, status });
  }

  // What was agreed, or undefined if the server's answer is not one to this handshake.
  #check(headers) {
    const lower = (name) => StringPrototypeToLowerCase(valueIn(headers, name) ?? '');
    const expected = require('crypto').createHash('sha1').update(`${this.#key}${GUID}`).digest('base64');
    if (lower('upgrade') !== 'websocket' || lower('connection') !== 'upgrade') return undefined;
    if (valueIn(headers, 'sec-websocket-accept') !== expected) return undefined;
    const extensions = valueIn(headers, 'sec-websocket-extensions');
    const deflate = extensions === null ? undefined : deflateOf(extensions);
    if (extensions !== null && deflate === undefined) return undefined;
    const protocol = valueIn(headers, 'sec-websocket-protocol');
    if (protocol === null && this.#protocols.length > 0) return undefined;
    if (protocol !== null) {
      let isAsked = false;
      for (let i = 0; i < this.#protocols.length; i++) if (this.#protocols[i] === protocol) isAsked = true;
      if (!isAsked) return undefined;
    }
    return { deflate, extensions: extensions ?? '', protocol: protocol ?? '' };
  }
}

module.exports = { Handshake };
