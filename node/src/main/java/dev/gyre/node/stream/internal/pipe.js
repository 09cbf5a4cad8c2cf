'use strict';

// readable.pipe(dest). A destination whose write() returns false is added to `state.awaitDrainWriters`, and the source
// pauses until all of these have drained.

const {
  ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypePush, SafeSet, itemsOf, removeAt,
} = require('internal/primordials');
const { prependListener } = require('internal/stream/legacy');
const { errorOrDestroy } = require('internal/stream/lifecycle');

function pipe(dest, options) {
  const source = this;
  const state = this._readableState;
  let onDrain; // added only when it is needed
  let unpiped = false;

  if (state.pipes.length === 1 && !state.multiAwaitDrain) {
    state.multiAwaitDrain = true;
    state.awaitDrainWriters = new SafeSet(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  ArrayPrototypePush(state.pipes, dest);

  const onEnd = () => dest.end();
  const unpipeDest = () => source.unpipe(dest);
  const ends = (!options || options.end !== false) && dest !== process.stdout && dest !== process.stderr;
  const atEnd = ends ? onEnd : unpipeDest;
  if (state.endEmitted) process.nextTick(atEnd);
  else source.once('end', atEnd);

  const onUnpipe = (readable, info) => {
    if (readable !== source || info?.hasUnpiped !== false) return;
    info.hasUnpiped = true;
    cleanUp();
  };
  const onClose = () => {
    dest.removeListener('finish', onFinish);
    unpipeDest();
  };
  const onFinish = () => {
    dest.removeListener('close', onClose);
    unpipeDest();
  };
  // Stops piping. Whether the error is handled depends on the other listeners.
  const onError = (error) => {
    unpipeDest();
    dest.removeListener('error', onError);
    if (dest.listenerCount('error') > 0) return;
    const side = dest._writableState || dest._readableState;
    if (side && !side.errorEmitted) errorOrDestroy(dest, error); // 'error' was emitted by user code
    else dest.emit('error', error);
  };
  const onData = (chunk) => {
    try {
      if (dest.write(chunk) === false) pause();
    } catch (error) {
      dest.destroy(error);
    }
  };

  function pause() {
    // The write may have called unpipe().
    if (!unpiped) {
      if (state.pipes.length === 1 && state.pipes[0] === dest) {
        state.awaitDrainWriters = dest;
        state.multiAwaitDrain = false;
      } else if (state.pipes.length > 1 && ArrayPrototypeIncludes(state.pipes, dest)) {
        state.awaitDrainWriters.add(dest);
      }
      source.pause();
    }
    if (onDrain === undefined) {
      onDrain = () => drained(source, dest);
      dest.on('drain', onDrain);
    }
  }

  function cleanUp() {
    dest.removeListener('close', onClose);
    dest.removeListener('finish', onFinish);
    if (onDrain !== undefined) dest.removeListener('drain', onDrain);
    dest.removeListener('error', onError);
    dest.removeListener('unpipe', onUnpipe);
    source.removeListener('end', onEnd);
    source.removeListener('end', unpipeDest);
    source.removeListener('data', onData);
    unpiped = true;
    // Other destinations must not wait for a drain that won't come.
    if (onDrain !== undefined && state.awaitDrainWriters) onDrain();
  }

  dest.on('unpipe', onUnpipe);
  source.on('data', onData);
  prependListener(dest, 'error', onError);
  dest.once('close', onClose);
  dest.once('finish', onFinish);
  dest.emit('pipe', source);

  if (dest.writableNeedDrain === true) pause();
  else if (state.flowing !== true) source.resume();
  return dest;
}

function drained(source, dest) {
  const state = source._readableState;
  if (state.awaitDrainWriters === dest) state.awaitDrainWriters = null;
  else if (state.multiAwaitDrain) state.awaitDrainWriters.delete(dest);
  if ((!state.awaitDrainWriters || state.awaitDrainWriters.size === 0) && state.dataListening) source.resume();
}

function unpipe(dest) {
  const state = this._readableState;
  if (state.pipes.length === 0) return this;
  if (!dest) {
    const all = state.pipes;
    state.pipes = [];
    this.pause();
    for (const each of itemsOf(all)) each.emit('unpipe', this, { hasUnpiped: false });
    return this;
  }
  const index = ArrayPrototypeIndexOf(state.pipes, dest);
  if (index === -1) return this;
  removeAt(state.pipes, index);
  if (state.pipes.length === 0) this.pause();
  dest.emit('unpipe', this, { hasUnpiped: false });
  return this;
}

module.exports = { pipe, unpipe };
