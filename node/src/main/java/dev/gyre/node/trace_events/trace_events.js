'use strict';

// node:trace_events.

const { ArrayPrototypeJoin, SafeSet, copyList } = require('internal/primordials');
const {
  codes: { ERR_TRACE_EVENTS_CATEGORY_REQUIRED, ERR_TRACE_EVENTS_UNAVAILABLE },
} = require('internal/errors');
const { customInspectSymbol } = require('internal/util');
const { format } = require('internal/util/inspect');
const { isMainThread } = require('internal/worker_threads/thread');
const { validateObject, validateStringArray } = require('internal/validators');
const tracing = require('internal/trace_events/tracing');

const MANY = 10;

// As in Node, a worker can't even load the module.
if (!isMainThread) throw new ERR_TRACE_EVENTS_UNAVAILABLE();

const enabled = new SafeSet();

class Tracing {
  #categories;
  #client;

  constructor(categories) { this.#categories = categories; }

  enable() {
    if (this.#client !== undefined) return;
    this.#client = tracing.enable(this.#categories);
    enabled.add(this);
    if (enabled.size <= MANY) return;
    process.emitWarning('Possible trace_events memory leak detected. There are more than ' +
                        `${MANY} enabled Tracing objects.`);
  }

  disable() {
    if (this.#client === undefined) return;
    tracing.disable(this.#client);
    this.#client = undefined;
    enabled.delete(this);
  }

  get enabled() { return this.#client !== undefined; }

  get categories() { return ArrayPrototypeJoin(this.#categories, ','); }

  [customInspectSymbol](depth) {
    if (typeof depth === 'number' && depth < 0) return this;
    return `Tracing ${format({ enabled: this.enabled, categories: this.categories })}`;
  }
}

function createTracing(options) {
  validateObject(options, 'options');
  validateStringArray(options.categories, 'options.categories');
  if (options.categories.length <= 0) throw new ERR_TRACE_EVENTS_CATEGORY_REQUIRED();
  return new Tracing(copyList(options.categories));
}

module.exports = { createTracing, getEnabledCategories: () => tracing.categories() };
