'use strict';

// Trace events are still to come: they can be described, but not enabled.

const {
  codes: { ERR_METHOD_NOT_IMPLEMENTED, ERR_TRACE_EVENTS_CATEGORY_REQUIRED, ERR_TRACE_EVENTS_UNAVAILABLE },
} = require('internal/errors');
const { isMainThread } = require('internal/worker_threads/thread');
const { validateObject, validateStringArray } = require('internal/validators');

// As in Node, a worker can't even load the module.
if (!isMainThread) throw new ERR_TRACE_EVENTS_UNAVAILABLE();

class Tracing {
  #categories;

  constructor(categories) { this.#categories = categories; }

  enable() { throw new ERR_METHOD_NOT_IMPLEMENTED('tracing.enable'); }

  disable() {}

  get enabled() { return false; }

  get categories() { return this.#categories.join(','); }
}

function createTracing(options) {
  validateObject(options, 'options');
  validateStringArray(options.categories, 'options.categories');
  if (options.categories.length <= 0) throw new ERR_TRACE_EVENTS_CATEGORY_REQUIRED();
  return new Tracing(options.categories);
}

module.exports = { createTracing, getEnabledCategories() {} };
