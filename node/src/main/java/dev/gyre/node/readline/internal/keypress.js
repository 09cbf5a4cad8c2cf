'use strict';

// Makes a readable stream emit 'keypress'. The stream is read only while there are 'keypress' listeners.

const { Symbol, itemsOf } = require('internal/primordials');
const { clearTimeout, setTimeout } = require('timers');
const { StringDecoder } = require('string_decoder');
const { ESCAPE, KeyDecoder } = require('internal/readline/keys');
const { lengthRight } = require('internal/readline/text');

// How long an ESC may wait for the rest of a sequence; the default of GNU readline.
const ESCAPE_CODE_TIMEOUT_MS = 500;

const kDecoders = Symbol('kDecoders');
const kSawKeyPress = Symbol('kSawKeyPress');

function emitKeypressEvents(stream, owner = { __proto__: null }) {
  if (stream[kDecoders]) return;
  const text = new StringDecoder('utf8');
  const keys = new KeyDecoder((string, key) => stream.emit('keypress', string, key));
  stream[kDecoders] = { text, keys };
  const { escapeCodeTimeout = ESCAPE_CODE_TIMEOUT_MS } = owner;
  let timer;

  function onData(input) {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onNewListener);
      return;
    }
    const string = text.write(input);
    if (string === '') return;
    clearTimeout(timer);
    owner[kSawKeyPress] = lengthRight(string, 0) === string.length;
    // A tab in pasted text completes only at its end.
    owner.isCompletionEnabled = false;
    let done = 0;
    for (const char of itemsOf(string)) {
      done += char.length;
      const isLast = done === string.length;
      if (isLast) owner.isCompletionEnabled = true;
      keys.push(char);
      if (isLast && char === ESCAPE) timer = setTimeout(() => keys.flush(), escapeCodeTimeout);
    }
  }

  function onNewListener(event) {
    if (event !== 'keypress') return;
    stream.on('data', onData);
    stream.removeListener('newListener', onNewListener);
  }

  if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
  else stream.on('newListener', onNewListener);
}

module.exports = { ESCAPE_CODE_TIMEOUT_MS, emitKeypressEvents, kSawKeyPress };
