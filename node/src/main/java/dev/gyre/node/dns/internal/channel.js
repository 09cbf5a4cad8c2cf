'use strict';

// The native half of a resolver, with the name and the methods of Node's: query*(request, name) returns 0 and later calls
// request.oncomplete(code, result, ttls).

const {
  ArrayFrom, ArrayPrototypeFlatMap, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypeSlice,
  FinalizationRegistry, JSONParse, ObjectAssign, ObjectEntries, ReflectApply, SafeMap, StringPrototypeSplit, TypeError,
  joinLists, registerFinalizer,
} = require('internal/primordials');
const bridge = require('internal/bridge');
const { Kind } = require('internal/layout');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const { isIP } = require('internal/net/ip');
const { UV_EINVAL } = require('internal/errno');
const { asciiName, textOf } = require('internal/dns/names');
const { Addresses, hostNames, queries } = require('internal/dns/answers');
const { CANCELLED, NOTFOUND } = require('internal/dns/codes');

const { isDenial } = require('internal/permission/model');
const native = binding('dns');
const INVALID_NAME = '..';

// ---- answers

const requests = new SafeMap();
let lastRequest = 0;
let listening = false;

class QueryReqWrap {}

function listen() {
  listening = true;
  native.listen(bridge.openChannel((message) => {
    const { 0: id, 1: code, 2: answers } = JSONParse(textOf(message));
    const { 0: question } = answers;
    const records = ArrayPrototypeSlice(answers, 1);
    const pending = requests.get(id);
    requests.delete(id);
    const { request, frame, asyncId, triggerId } = pending;
    context.set(frame);
    asyncIds.enter(asyncId, triggerId, request);
    pending.settle(code, records, question);
    asyncIds.leave(asyncId);
    asyncIds.destroy(asyncId);
    context.set(undefined);
  }, Kind.DNS));
}

// Sends the request with a number that identifies its answer; `channel` is kept alive until then.
function submit(channel, request, settle, send) {
  if (!listening) listen();
  const id = ++lastRequest;
  const asyncId = asyncIds.create(request, 'QUERYWRAP');
  requests.set(id, { channel, request, settle, frame: context.get(), asyncId, triggerId: asyncIds.current() });
  try {
    send(id);
  } catch (error) {
    requests.delete(id);
    if (!isDenial(error)) throw error;
    process.nextTick(() => request.oncomplete(error));
  }
}

function complete(request, result) {
  if (typeof result === 'string') request.oncomplete(result);
  else if (result instanceof Addresses) request.oncomplete(null, result.list, result.ttls);
  else request.oncomplete(null, result);
}

// ---- resolvers

let registry;

// The native half is freed when the resolver is collected.
function releaseWith(channel, id) {
  registry ??= new FinalizationRegistry(native.release);
  registerFinalizer(registry, channel, id);
}

const invalidAddress = (message) => ObjectAssign(new TypeError(message), { code: 'ERR_INVALID_ARG_VALUE' });

class ChannelWrap {
  #options;
  #id;

  // The system's servers are read at its first use.
  constructor(timeoutMs, tries, maxTimeoutMs) {
    this.#options = [timeoutMs, tries, maxTimeoutMs];
  }

  get #resolver() {
    if (this.#id === undefined) {
      this.#id = ReflectApply(native.createResolver, native, this.#options);
      releaseWith(this, this.#id);
    }
    return this.#id;
  }

  getServers() {
    const flat = native.servers(this.#resolver);
    return ArrayFrom({ __proto__: null, length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
  }

  // [[family, address, port], ...]; false while queries are pending.
  setServers(servers) {
    return ReflectApply(native.setServers, native, joinLists([this.#resolver], ArrayPrototypeFlatMap(servers, ({ 1: address, 2: port }) => [StringPrototypeSplit(address, '%')[0], port])));
  }

  setLocalAddress(first, second) {
    const given = second === undefined ? [first] : [first, second];
    const families = ArrayPrototypeMap(given, isIP);
    if (ArrayPrototypeIncludes(families, 0)) throw invalidAddress('Invalid IP address.');
    if (families[0] === families[1]) throw invalidAddress(`Cannot specify two IPv${families[0]} addresses.`);
    native.setLocalAddresses(this.#resolver, given[ArrayPrototypeIndexOf(families, 4)], given[ArrayPrototypeIndexOf(families, 6)]);
  }

  cancel() { native.cancel(this.#resolver); }

  getHostByAddr(request, address) {
    if (isIP(address) === 0) return UV_EINVAL;
    const settle = (code, records) => {
      if (code !== null) complete(request, code === CANCELLED ? code : NOTFOUND);
      else complete(request, hostNames(records));
    };
    submit(this, request, settle, (id) => native.reverse(this.#resolver, id, StringPrototypeSplit(address, '%')[0]));
    return 0;
  }

  static {
    for (let i = 0, list = ObjectEntries(queries); i < list.length; i++) {
      const { 0: name, 1: { type, read } } = list[i];
      this.prototype[name] = function(request, host) {
        const settle = (code, records, question) => complete(request, code ?? read(records, question));
        submit(this, request, settle, (id) => native.query(this.#resolver, id, asciiName(host) ?? INVALID_NAME, type));
        return 0;
      };
    }
  }
}

module.exports = { ChannelWrap, QueryReqWrap };
