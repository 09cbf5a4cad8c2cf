'use strict';

// EventEmitterAsyncResource: an emitter whose listeners run in the async context of its creation.

const { ReflectApply, joinLists } = require('internal/primordials');
const EventEmitter = require('events');
const { AsyncResource } = require('async_hooks');
const { validateString } = require('internal/validators');

class EventEmitterReferencingAsyncResource extends AsyncResource {
  #eventEmitter;

  constructor(emitter, type, options) {
    super(type, options);
    this.#eventEmitter = emitter;
  }

  get eventEmitter() { return this.#eventEmitter; }
}

class EventEmitterAsyncResource extends EventEmitter {
  #asyncResource;

  constructor(options = undefined) {
    let name;
    if (typeof options === 'string') {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource) validateString(options?.name, 'options.name');
      name = options?.name || new.target.name;
    }
    super(options);
    this.#asyncResource = new EventEmitterReferencingAsyncResource(this, name, options);
  }

  emit(event, ...args) {
    return ReflectApply(this.#asyncResource.runInAsyncScope, this.#asyncResource, joinLists([super.emit, this, event], args));
  }

  emitDestroy() { this.#asyncResource.emitDestroy(); }

  get asyncId() { return this.#asyncResource.asyncId(); }

  get triggerAsyncId() { return this.#asyncResource.triggerAsyncId(); }

  get asyncResource() { return this.#asyncResource; }
}

module.exports = { EventEmitterAsyncResource };
