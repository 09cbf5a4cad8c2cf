'use strict';

// The accessors of Writable.prototype.

const { ObjectDefineProperty } = require('internal/primordials');

// Not enumerable, because packages copy the enumerable properties of a prototype.
function property(proto, name, get, set) {
  ObjectDefineProperty(proto, name, { __proto__: null, get, set, enumerable: false, configurable: false });
}

function defineWritableProperties(proto) {
  property(proto, 'closed', function() { return this._writableState ? this._writableState.closed : false; });
  property(proto, 'destroyed', function() {
    return this._writableState ? this._writableState.destroyed : false;
  }, function(value) {
    if (this._writableState) this._writableState.destroyed = !!value;
  });
  property(proto, 'writable', function() {
    const state = this._writableState;
    return !!state && state.writable !== false && !state.ending && !state.ended && !state.destroyed && !state.errored;
  }, function(value) {
    if (this._writableState) this._writableState.writable = !!value;
  });
  property(proto, 'writableFinished', function() { return this._writableState ? this._writableState.finished : false; });
  property(proto, 'writableObjectMode', function() { return this._writableState ? this._writableState.objectMode : false; });
  property(proto, 'writableBuffer', function() { return this._writableState?.getBuffer(); });
  property(proto, 'writableEnded', function() { return this._writableState ? this._writableState.ending : false; });
  property(proto, 'writableNeedDrain', function() {
    const state = this._writableState;
    return state ? state.needDrain && !state.destroyed && !state.ending : false;
  });
  property(proto, 'writableHighWaterMark', function() { return this._writableState?.highWaterMark; });
  property(proto, 'writableCorked', function() { return this._writableState ? this._writableState.corked : 0; });
  property(proto, 'writableLength', function() { return this._writableState?.length; });
  property(proto, 'errored', function() { return this._writableState ? this._writableState.errored : null; });
  property(proto, 'writableAborted', function() {
    const state = this._writableState;
    return state.writable !== false && (state.destroyed || !!state.errored) && !state.finished;
  });
}

module.exports = { defineWritableProperties };
