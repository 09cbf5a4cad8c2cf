'use strict';

// Events of tests between processes. The process of a test file writes them to its standard output, where they are mixed with
// what the tests print:
//
//   FF 0F   length, 4 bytes   the event as v8.serialize() writes it, which begins with FF 0F again
//
// This is what Node writes. FF occurs in no UTF-8 text, so everything else is output of the tests.

const { ArrayPrototypePush, ReflectApply, indexOfByte, setBytes, subarrayOf } = require('internal/primordials');
const { Buffer } = require('buffer');
const { deserialize, serialize } = require('v8');
const { fromForm, toForm } = require('internal/worker_threads/error_form');

const MARK = 0xff;
const VERSION = 0x0f;
const HEAD = 6;
const LENGTH_BYTES = 4;
const { toString: toStringOf } = Buffer.prototype;
const bufferToString = (bytes, encoding) => ReflectApply(toStringOf, bytes, [encoding]);

function encode(event) {
  const { details } = event.data;
  const error = details?.error;
  if (error) details.error = toForm(error);
  let body;
  try {
    body = serialize(event);
  } finally {
    if (error) details.error = error;
  }
  const bytes = Buffer.alloc(HEAD + body.length);
  bytes[0] = MARK;
  bytes[1] = VERSION;
  for (let i = 0; i < LENGTH_BYTES; i++) bytes[2 + i] = body.length >>> (8 * (LENGTH_BYTES - 1 - i));
  setBytes(bytes, body, HEAD);
  return bytes;
}

function decode(bytes) {
  const event = deserialize(bytes);
  const { details } = event.data;
  if (details?.error) details.error = fromForm(details.error);
  return event;
}

function joined(parts) {
  if (parts.length === 1) return parts[0];
  let size = 0;
  for (let i = 0; i < parts.length; i++) size += parts[i].length;
  const all = Buffer.alloc(size);
  for (let i = 0, at = 0; i < parts.length; at += parts[i++].length) setBytes(all, parts[i], at);
  return all;
}

// Divides the output of a process into texts and events.
class EventReader {
  #parts = [];
  #size = 0;
  #needed = 1; // bytes, before it is worth looking again
  #onText;
  #onEvent;

  constructor(onText, onEvent) {
    this.#onText = onText;
    this.#onEvent = onEvent;
  }

  take(bytes) {
    ArrayPrototypePush(this.#parts, bytes);
    this.#size += bytes.length;
    if (this.#size >= this.#needed) this.#read(false);
  }

  /** The output has ended: what looked like the beginning of an event is a text, too. */
  end() {
    this.#read(true);
  }

  #read(isEnd) {
    let rest = joined(this.#parts);
    let text = [];
    const tell = () => {
      if (text.length > 0) this.#onText(bufferToString(joined(text), 'utf8'));
      text = [];
    };
    this.#needed = 1;
    while (rest.length > 0) {
      const at = indexOfByte(rest, MARK);
      if (at !== 0) {
        ArrayPrototypePush(text, at < 0 ? rest : subarrayOf(rest, 0, at));
        rest = subarrayOf(rest, at < 0 ? rest.length : at);
        continue;
      }
      const end = endOfEvent(rest);
      if (end > rest.length && !isEnd) {
        this.#needed = end;
        break;
      }
      if (end < 0 || end > rest.length) {
        ArrayPrototypePush(text, subarrayOf(rest, 0, 1));
        rest = subarrayOf(rest, 1);
        continue;
      }
      tell();
      this.#onEvent(decode(subarrayOf(rest, HEAD, end)));
      rest = subarrayOf(rest, end);
    }
    tell();
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }
}

// Bytes up to the end of the event, as far as this is known yet; -1 if it is none.
function endOfEvent(bytes) {
  if (bytes.length > 1 && bytes[1] !== VERSION) return -1;
  if (bytes.length < HEAD) return HEAD;
  let length = 0;
  for (let i = 0; i < LENGTH_BYTES; i++) length = length * 256 + bytes[2 + i];
  return HEAD + length;
}

async function* eventReporter(source) {
  for await (const event of source) yield encode(event);
}

module.exports = { EventReader, eventReporter };
