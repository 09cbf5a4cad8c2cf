'use strict';

// Groups of channels. A BoundedChannel has channels for the start and the end of an operation; a TracingChannel has them
// for a call, its asynchronous continuation (asyncStart, asyncEnd) and its error.

const {
  ArrayPrototypeAt, ArrayPrototypeSplice, ObjectDefineProperties, ObjectDefineProperty, ObjectGetPrototypeOf,
  PromisePrototype, ReflectApply: apply, SymbolDispose,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { Channel, channel } = require('internal/diagnostics_channel/channel');

const { then: promiseThen } = PromisePrototype;

function channelOf(nameOrChannels, event, className) {
  if (typeof nameOrChannels === 'string') return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const given = nameOrChannels[event];
    if (!(given instanceof Channel))
      throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], given);
    return given;
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'object', className], nameOrChannels);
}

const constant = (value) => ({ __proto__: null, value });

class BoundedChannel {
  constructor(nameOrChannels) {
    ObjectDefineProperties(this, {
      __proto__: null,
      start: constant(channelOf(nameOrChannels, 'start', 'BoundedChannel')),
      end: constant(channelOf(nameOrChannels, 'end', 'BoundedChannel')),
    });
  }

  get hasSubscribers() {
    return this.start.hasSubscribers || this.end.hasSubscribers;
  }

  subscribe({ start, end }) {
    if (start) this.start.subscribe(start);
    if (end) this.end.subscribe(end);
  }

  unsubscribe({ start, end }) {
    const startDone = !start || this.start.unsubscribe(start);
    const endDone = !end || this.end.unsubscribe(end);
    return startDone && endDone;
  }

  withScope(context = {}) {
    return new BoundedScope(this, context);
  }

  run(context, fn, thisArg, ...args) {
    const scope = this.withScope(context ?? {});
    try {
      return apply(fn, thisArg, args);
    } finally {
      scope[SymbolDispose]();
    }
  }
}

class BoundedScope {
  #context;
  #end;
  #stores;

  constructor(bounded, context) {
    if (!bounded.hasSubscribers) return;
    this.#context = context;
    this.#end = bounded.end;
    this.#stores = bounded.start.withStoreScope(context);
  }

  [SymbolDispose]() {
    if (this.#stores === undefined) return;
    this.#end.publish(this.#context);
    this.#stores[SymbolDispose]();
    this.#stores = undefined;
  }
}

class TracingChannel {
  #call;
  #continuation;

  constructor(nameOrChannels) {
    const of = (event) => channelOf(nameOrChannels, event, 'TracingChannel');
    this.#call = new BoundedChannel({ start: of('start'), end: of('end') });
    this.#continuation = new BoundedChannel({ start: of('asyncStart'), end: of('asyncEnd') });
    ObjectDefineProperty(this, 'error', constant(of('error')));
  }

  get start() { return this.#call.start; }

  get end() { return this.#call.end; }

  get asyncStart() { return this.#continuation.start; }

  get asyncEnd() { return this.#continuation.end; }

  get hasSubscribers() {
    return this.#call.hasSubscribers || this.#continuation.hasSubscribers || this.error.hasSubscribers;
  }

  subscribe({ start, end, asyncStart, asyncEnd, error }) {
    this.#call.subscribe({ start, end });
    this.#continuation.subscribe({ start: asyncStart, end: asyncEnd });
    if (error) this.error.subscribe(error);
  }

  unsubscribe({ start, end, asyncStart, asyncEnd, error }) {
    const callDone = this.#call.unsubscribe({ start, end });
    const continuationDone = this.#continuation.unsubscribe({ start: asyncStart, end: asyncEnd });
    const errorDone = !error || this.error.unsubscribe(error);
    return callDone && continuationDone && errorDone;
  }

  // Runs `work` between start and end; its exception is published on the error channel and rethrown.
  #trace(context, work) {
    const scope = this.#call.withScope(context);
    try {
      return work();
    } catch (err) {
      this.#fail(context, err);
      throw err;
    } finally {
      scope[SymbolDispose]();
    }
  }

  #fail(context, err) {
    context.error = err;
    this.error.publish(context);
  }

  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return apply(fn, thisArg, args);
    return this.#trace(context, () => {
      const result = apply(fn, thisArg, args);
      context.result = result;
      return result;
    });
  }

  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) {
      const result = apply(fn, thisArg, args);
      if (typeof result?.then !== 'function') warnNoThenable(fn);
      return result;
    }
    const settled = () => this.#continuation.withScope(context)[SymbolDispose]();
    const onResolve = (result) => {
      context.result = result;
      settled();
      return result;
    };
    const onReject = (err) => {
      this.#fail(context, err);
      settled();
    };
    return this.#trace(context, () => {
      const result = apply(fn, thisArg, args);
      if (typeof result?.then !== 'function') {
        warnNoThenable(fn);
        context.result = result;
        return result;
      }
      const { isPromise } = require('util/types');
      if (isPromise(result) && ObjectGetPrototypeOf(result) === PromisePrototype) {
        return apply(promiseThen, result, [onResolve, (err) => {
          onReject(err);
          throw err;
        }]);
      }
      // Any other thenable is returned unchanged: it may have more methods than a promise.
      result.then(onResolve, onReject);
      return result;
    });
  }

  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return apply(fn, thisArg, args);
    const callback = ArrayPrototypeAt(args, position);
    validateFunction(callback, 'callback');
    const tracing = this;
    function wrappedCallback(err, result) {
      if (err) tracing.#fail(context, err);
      else context.result = result;
      const scope = tracing.#continuation.withScope(context);
      try {
        return apply(callback, this, arguments);
      } finally {
        scope[SymbolDispose]();
      }
    }
    ArrayPrototypeSplice(args, position, 1, wrappedCallback);
    return this.#trace(context, () => apply(fn, thisArg, args));
  }
}

function warnNoThenable(fn) {
  process.emitWarning(`tracePromise was called with the function '${fn.name || '<anonymous>'}', ` +
                      'which returned a non-thenable.');
}

module.exports = { BoundedChannel, TracingChannel };
