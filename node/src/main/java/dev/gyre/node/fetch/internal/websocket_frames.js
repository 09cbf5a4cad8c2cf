'use strict';

// The frames of WebSocket (RFC 6455), with messages compressed by permessage-deflate (RFC 7692) on the way in.

const {
  ArrayPrototypePush, ArrayPrototypeShift, setBytes, subarrayOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { joinBytes } = require('internal/fetch/incoming_body');

const Opcode = { __proto__: null, CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 };

const MAX_PAYLOAD = 128 * 1024 * 1024;
const MAX_PARTS = 128 * 1024; // empty ones need memory, too
const MAX_CONTROL = 125;
const TAIL = Buffer.from([0, 0, 0xff, 0xff]); // which the sender has left out

// A client masks what it sends.
function frameOf(opcode, bytes) {
  const { length } = bytes;
  const at = length < 126 ? 2 : length < 65536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(at + 4 + length);
  frame[0] = 0x80 | opcode;
  if (at === 2) {
    frame[1] = 0x80 | length;
  } else if (at === 4) {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 0x80 | 127;
    frame.writeUInt32BE(0, 2);
    frame.writeUIntBE(length, 4, 6);
  }
  const mask = require('crypto').randomBytes(4);
  setBytes(frame, mask, at);
  for (let i = 0, to = at + 4; i < length; i++) frame[to + i] = bytes[i] ^ mask[i & 3];
  return frame;
}

class ProtocolError {
  constructor(code, message) {
    this.code = code;
    this.message = message;
  }
}

// Reads frames. Target: message(opcode, bytes), close(bytes), ping(bytes), pong(bytes), failed(code, message).
class FrameReader {
  #target;
  #deflate; // the agreed parameters, or undefined
  #inflater;
  #chunks = [];
  #byteCount = 0;
  #parts = []; // of the message that is being received
  #partBytes = 0;
  #opcode = 0;
  #isCompressed = false;
  #isBusy = false; // a message is being decompressed
  #isEnded = false;

  constructor(target, deflate) {
    this.#target = target;
    this.#deflate = deflate;
  }

  take(bytes) {
    if (this.#isEnded) return;
    ArrayPrototypePush(this.#chunks, bytes);
    this.#byteCount += bytes.length;
    this.#run();
  }

  end() {
    this.#isEnded = true;
    this.#chunks = [];
    this.#inflater?.close();
    this.#inflater = undefined;
  }

  #run() {
    try {
      while (!this.#isBusy && !this.#isEnded && this.#readFrame());
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.end();
      this.#target.failed(error.code, error.message);
    }
  }

  // The first `count` bytes, which stay in the queue.
  #peek(count) {
    if (this.#chunks[0].length < count) {
      this.#chunks = [joinBytes(this.#chunks)];
    }
    return this.#chunks[0];
  }

  #skip(count) {
    this.#byteCount -= count;
    if (this.#chunks[0].length === count) ArrayPrototypeShift(this.#chunks);
    else this.#chunks[0] = subarrayOf(this.#chunks[0], count);
  }

  #readFrame() {
    if (this.#byteCount < 2) return false;
    let head = this.#peek(2);
    const first = head[0];
    const second = head[1];
    this.#check(first, second);
    let length = second & 0x7f;
    let at = 2;
    if (length >= 126) {
      at = length === 126 ? 4 : 10;
      if (this.#byteCount < at) return false;
      head = this.#peek(at);
      if (at === 10 && head.readUInt32BE(2) !== 0) throw new ProtocolError(1009, 'Received payload length > 2^31 bytes.');
      length = at === 4 ? head.readUInt16BE(2) : head.readUInt32BE(6);
      if (length > 2 ** 31 - 1) throw new ProtocolError(1009, 'Received payload length > 2^31 bytes.');
    }
    if (this.#partBytes + length > MAX_PAYLOAD) throw new ProtocolError(1009, 'Payload size exceeds maximum allowed size');
    if (this.#byteCount < at + length) return false;
    const payload = subarrayOf(this.#peek(at + length), at, at + length);
    this.#skip(at + length);
    this.#frame(first, payload);
    return this.#byteCount >= 2;
  }

  #check(first, second) {
    const opcode = first & 0x0f;
    const isLast = (first & 0x80) !== 0;
    const length = second & 0x7f;
    const isControl = opcode >= 8;
    if (opcode > 10 || (opcode > 2 && opcode < 8)) throw new ProtocolError(1002, 'Invalid opcode received');
    if ((second & 0x80) !== 0) throw new ProtocolError(1002, 'Frame cannot be masked');
    if ((first & 0x40) !== 0 && this.#deflate === undefined) throw new ProtocolError(1002, 'Expected RSV1 to be clear.');
    if ((first & 0x30) !== 0) throw new ProtocolError(1002, 'RSV1, RSV2, RSV3 must be clear');
    if (isControl && !isLast) throw new ProtocolError(1002, 'Invalid frame type was fragmented.');
    if (isControl && length > MAX_CONTROL) {
      throw new ProtocolError(1002, 'Control frame either too large or fragmented');
    }
    if ((opcode === Opcode.TEXT || opcode === Opcode.BINARY) && this.#opcode !== 0) {
      throw new ProtocolError(1002, 'Expected continuation frame');
    }
    if (opcode === Opcode.CONTINUATION && this.#opcode === 0) throw new ProtocolError(1002, 'Unexpected continuation frame');
  }

  #frame(first, payload) {
    const opcode = first & 0x0f;
    switch (opcode) {
      case Opcode.CLOSE: this.#target.close(payload); return;
      case Opcode.PING: this.#target.ping(payload); return;
      case Opcode.PONG: this.#target.pong(payload); return;
      default:
    }
    if (opcode !== Opcode.CONTINUATION) {
      this.#opcode = opcode;
      this.#isCompressed = (first & 0x40) !== 0;
    }
    if (this.#parts.length === MAX_PARTS) throw new ProtocolError(1008, 'Too many message fragments');
    ArrayPrototypePush(this.#parts, payload);
    this.#partBytes += payload.length;
    if ((first & 0x80) === 0) return;
    const bytes = this.#parts.length === 1 ? this.#parts[0] : joinBytes(this.#parts);
    const kind = this.#opcode;
    this.#parts = [];
    this.#partBytes = 0;
    this.#opcode = 0;
    if (this.#isCompressed) this.#inflate(kind, bytes);
    else this.#target.message(kind, bytes);
  }

  #inflate(kind, bytes) {
    this.#isBusy = true;
    const inflater = this.#inflater ??= require('zlib').createInflateRaw({ windowBits: this.#deflate.windowBits });
    const parts = [];
    let length = 0;
    const onData = (part) => {
      length += part.length;
      if (length > MAX_PAYLOAD) {
        done(new ProtocolError(1009, 'Payload size exceeds maximum allowed size'));
        return;
      }
      ArrayPrototypePush(parts, part);
    };
    const onError = (error) => done(new ProtocolError(1007, error.message));
    const done = (error) => {
      if (!this.#isBusy) return;
      inflater.removeListener('data', onData);
      inflater.removeListener('error', onError);
      this.#isBusy = false;
      if (this.#isEnded) return;
      if (error) {
        this.end();
        this.#target.failed(error.code, error.message);
        return;
      }
      if (this.#deflate.startsAnew) {
        inflater.close();
        this.#inflater = undefined;
      }
      this.#target.message(kind, joinBytes(parts));
      if (this.#byteCount >= 2) this.#run();
    };
    inflater.on('data', onData);
    inflater.on('error', onError);
    inflater.write(bytes);
    inflater.write(TAIL);
    inflater.flush(() => done());
  }
}

module.exports = { FrameReader, Opcode, frameOf };
