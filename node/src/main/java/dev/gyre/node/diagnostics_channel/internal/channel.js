'use strict';

// Channels and their names.
//
// The table of names refers to a channel strongly while it has subscribers or bound stores, and weakly otherwise, so that
// channels nobody uses are collected. Publishing on a channel without subscribers costs one comparison.

const {
  ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeToSpliced, FinalizationRegistry, ObjectGetPrototypeOf,
  ReflectApply: apply, SafeMap, SymbolDispose, SymbolHasInstance, WeakRef, deref, itemsOf, joinLists, registerFinalizer,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const core = require('internal/core');

// name -> { held: Channel or undefined, weak: WeakRef or undefined }
const channels = new SafeMap();
let collected;

function register(channel) {
  const entry = { held: channel, weak: undefined };
  channels.set(channel.name, entry);
  // A snapshot can't contain weak references. The channels of core modules are created with it, and stay.
  if (!core.isStarted()) return;
  entry.weak = new WeakRef(channel);
  entry.held = undefined;
  collected ??= new FinalizationRegistry(({ name, lost }) => {
    // The name may have a new channel by now.
    if (channels.get(name) === lost) channels.delete(name);
  });
  registerFinalizer(collected, channel, { name: channel.name, lost: entry });
}

function find(name) {
  const entry = channels.get(name);
  if (entry === undefined) return undefined;
  return entry.held ?? (entry.weak === undefined ? undefined : deref(entry.weak));
}

class Channel {
  _subscribers = undefined;
  _stores = undefined;
  name = undefined; // an own property from the start, whatever is on Object.prototype
  _index = undefined; // in Node the slot of a channel that native code publishes on

  constructor(name) {
    this.name = name;
    register(this);
  }

  static [SymbolHasInstance](value) {
    return ObjectGetPrototypeOf(value) === Channel.prototype;
  }

  get hasSubscribers() {
    return this._subscribers !== undefined;
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    activate(this);
    this._subscribers = joinLists(this._subscribers, [subscription]); // a running publish keeps its list
  }

  unsubscribe(subscription) {
    const index = this._subscribers?.indexOf(subscription) ?? -1;
    if (index === -1) return false;
    this._subscribers = ArrayPrototypeToSpliced(this._subscribers, index, 1);
    deactivateIfUnused(this);
    return true;
  }

  bindStore(store, transform) {
    activate(this);
    this._stores.set(store, transform);
  }

  unbindStore(store) {
    if (this._stores === undefined || !this._stores.delete(store)) return false;
    deactivateIfUnused(this);
    return true;
  }

  publish(data) {
    const subscribers = this._subscribers;
    if (subscribers === undefined) return;
    for (let i = 0; i < subscribers.length; i++) {
      try {
        const onMessage = subscribers[i];
        onMessage(data, this.name);
      } catch (err) {
        throwLater(err);
      }
    }
  }

  withStoreScope(data) {
    return new StoreScope(this, data);
  }

  runStores(data, fn, thisArg, ...args) {
    if (this._subscribers === undefined) return apply(fn, thisArg, args);
    const scope = new StoreScope(this, data);
    try {
      return apply(fn, thisArg, args);
    } finally {
      scope[SymbolDispose]();
    }
  }
}

function activate(channel) {
  if (channel._subscribers !== undefined) return;
  channel._subscribers = [];
  channel._stores = new SafeMap();
  const entry = channels.get(channel.name);
  if (entry !== undefined && find(channel.name) === channel) entry.held = channel;
}

function deactivateIfUnused(channel) {
  if (channel._subscribers.length > 0 || channel._stores.size > 0) return;
  channel._subscribers = undefined;
  channel._stores = undefined;
  const entry = channels.get(channel.name);
  if (entry?.held === channel && entry.weak !== undefined) entry.held = undefined;
}

function throwLater(err) {
  process.nextTick(() => { throw err; });
}

// Until the scope is disposed, the bound stores have the values that their transforms made from `data`.
class StoreScope {
  #scopes = [];

  constructor(channel, data) {
    if (channel._stores === undefined) return;
    for (const { 0: store, 1: transform } of itemsOf(channel._stores)) {
      let context = data;
      if (transform) {
        try {
          context = transform(data);
        } catch (err) {
          throwLater(err);
          continue;
        }
      }
      ArrayPrototypePush(this.#scopes, store.withScope(context));
    }
    channel.publish(data);
  }

  [SymbolDispose]() {
    while (this.#scopes.length > 0) ArrayPrototypePop(this.#scopes)[SymbolDispose]();
  }
}

function channel(name) {
  const known = find(name);
  if (known !== undefined) return known;
  if (typeof name !== 'string' && typeof name !== 'symbol')
    throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  return new Channel(name);
}

function hasSubscribers(name) {
  return find(name)?.hasSubscribers ?? false;
}

function subscribe(name, subscription) {
  return channel(name).subscribe(subscription);
}

function unsubscribe(name, subscription) {
  return channel(name).unsubscribe(subscription);
}

module.exports = { channel, hasSubscribers, subscribe, unsubscribe, Channel };
