'use strict';

// The accessors of Readable.prototype.

const { ObjectDefineProperty } = require('internal/primordials');

// Not enumerable, because packages copy the enumerable properties of a prototype.
function property(proto, name, get, set) {
  ObjectDefineProperty(proto, name, { __proto__: null, get, set, enumerable: false, configurable: false });
}

function defineReadableProperties(proto) {
  property(proto, 'readable', function() {
    const state = this._readableState;
    // `state.readable` is false for a Duplex without this side, or if a program has set it.
    return !!state && state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted;
  }, function(value) {
    if (this._readableState) this._readableState.readable = !!value;
  });
  property(proto, 'readableDidRead', function() { return this._readableState.dataEmitted; });
  property(proto, 'readableAborted', function() {
    const state = this._readableState;
    return state.readable !== false && (state.destroyed || !!state.errored) && !state.endEmitted;
  });
  property(proto, 'readableHighWaterMark', function() { return this._readableState.highWaterMark; });
  property(proto, 'readableBuffer', function() { return this._readableState?.buffer; });
  property(proto, 'readableFlowing', function() {
    return this._readableState.flowing;
  }, function(value) {
    if (this._readableState) this._readableState.flowing = value;
  });
  property(proto, 'readableLength', function() { return this._readableState.length; });
  property(proto, 'readableObjectMode', function() { return this._readableState ? this._readableState.objectMode : false; });
  property(proto, 'readableEncoding', function() { return this._readableState ? this._readableState.encoding : null; });
  property(proto, 'errored', function() { return this._readableState ? this._readableState.errored : null; });
  property(proto, 'closed', function() { return this._readableState ? this._readableState.closed : false; });
  property(proto, 'destroyed', function() {
    return this._readableState ? this._readableState.destroyed : false;
  }, function(value) {
    if (this._readableState) this._readableState.destroyed = value;
  });
  property(proto, 'readableEnded', function() { return this._readableState ? this._readableState.endEmitted : false; });
}

module.exports = { defineReadableProperties };
