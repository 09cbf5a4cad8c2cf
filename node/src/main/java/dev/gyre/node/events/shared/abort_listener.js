'use strict';

// addAbortListener(signal, listener): called on abort even if an earlier listener called stopImmediatePropagation();
// Symbol.dispose removes it.

const { SymbolDispose } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');

function addAbortListener(signal, listener) {
  if (signal === undefined) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');

  let dispose;
  if (signal.aborted) {
    queueMicrotask(() => listener());
  } else {
    const { kResistStopPropagation } = require('internal/events/event_target');
    signal.addEventListener('abort', listener,
                            { __proto__: null, once: true, [kResistStopPropagation]: true });
    dispose = () => signal.removeEventListener('abort', listener);
  }
  return {
    __proto__: null,
    [SymbolDispose]() { dispose?.(); },
  };
}

module.exports = { addAbortListener };
