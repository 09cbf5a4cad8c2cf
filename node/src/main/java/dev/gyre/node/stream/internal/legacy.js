'use strict';

// The base class of all streams: an emitter with the pipe() of Node 0.4, for streams without a state of their own.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeUnshift, ObjectSetPrototypeOf, ReflectOwnKeys, callFunction,
} = require('internal/primordials');
const EventEmitter = require('events');

function Stream(options) {
  callFunction(EventEmitter, this, options);
}
ObjectSetPrototypeOf(Stream.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function(dest, options) {
  const source = this;
  let ended = false;

  const onData = (chunk) => {
    if (dest.writable && dest.write(chunk) === false && source.pause) source.pause();
  };
  const onDrain = () => {
    if (source.readable && source.resume) source.resume();
  };
  const onEnd = () => {
    if (ended) return;
    ended = true;
    dest.end();
  };
  const onClose = () => {
    if (ended) return;
    ended = true;
    if (typeof dest.destroy === 'function') dest.destroy();
  };
  // If this was the emitter's last 'error' listener, the error must still be thrown.
  function onError(error) {
    cleanUp();
    if (this.listenerCount?.('error') === 0) this.emit('error', error);
  }
  function cleanUp() {
    source.removeListener('data', onData);
    dest.removeListener('drain', onDrain);
    source.removeListener('end', onEnd);
    source.removeListener('close', onClose);
    source.removeListener('error', onError);
    dest.removeListener('error', onError);
    source.removeListener('end', cleanUp);
    source.removeListener('close', cleanUp);
    dest.removeListener('close', cleanUp);
  }

  source.on('data', onData);
  dest.on('drain', onDrain);
  if (!dest._isStdio && (!options || options.end !== false)) {
    source.on('end', onEnd);
    source.on('close', onClose);
  }
  prependListener(source, 'error', onError);
  prependListener(dest, 'error', onError);
  source.on('end', cleanUp);
  source.on('close', cleanUp);
  dest.on('close', cleanUp);
  dest.emit('pipe', source);
  return dest;
};

// Streams initialize their usual events to undefined (see `events`); those have no listeners.
Stream.prototype.eventNames = function eventNames() {
  return ArrayPrototypeFilter(ReflectOwnKeys(this._events), (name) => {
    const listeners = this._events[name];
    return typeof listeners === 'function' || (ArrayIsArray(listeners) && listeners.length > 0);
  });
};

// Emitters of packages may lack prependListener().
function prependListener(emitter, event, listener) {
  if (typeof emitter.prependListener === 'function') {
    emitter.prependListener(event, listener);
    return;
  }
  const before = emitter._events?.[event];
  if (!before) emitter.on(event, listener);
  else if (ArrayIsArray(before)) ArrayPrototypeUnshift(before, listener);
  else emitter._events[event] = [listener, before];
}

module.exports = { Stream, prependListener };
