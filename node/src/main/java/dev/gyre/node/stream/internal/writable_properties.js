'use strict';

const { ObjectDefineProperty } = require('internal/primordials');
const { Writable } = require('internal/stream/writable');

function property(name, get, set) {
  ObjectDefineProperty(Writable.prototype, name, {
    __proto__: null, get, set, enumerable: false, configurable: false,
  });
}

property('closed', function() { return this._writableState ? this._writableState.closed : false; });
property('destroyed', function() {
  return this._writableState ? this._writableState.destroyed : false;
}, function(value) {
  if (this._writableState) this._writableState.destroyed = !!value;
});
property('writable', function() {
  const state = this._writableState;
  return !!state && state.writable !== false && !state.ending && !state.ended && !state.destroyed && !state.errored;
}, function(value) {
  if (this._writableState) this._writableState.writable = !!value;
});
property('writableFinished', function() { return this._writableState ? this._writableState.finished : false; });
property('writableObjectMode', function() { return this._writableState ? this._writableState.objectMode : false; });
property('writableBuffer', function() { return this._writableState?.getBuffer(); });
property('writableEnded', function() { return this._writableState ? this._writableState.ending : false; });
property('writableNeedDrain', function() {
  const state = this._writableState;
  return state ? state.needDrain && !state.destroyed && !state.ending : false;
});
property('writableHighWaterMark', function() { return this._writableState?.highWaterMark; });
property('writableCorked', function() { return this._writableState ? this._writableState.corked : 0; });
property('writableLength', function() { return this._writableState?.length; });
property('errored', function() { return this._writableState ? this._writableState.errored : null; });
property('writableAborted', function() {
  const state = this._writableState;
  return state.writable !== false && (state.destroyed || !!state.errored) && !state.finished;
});
