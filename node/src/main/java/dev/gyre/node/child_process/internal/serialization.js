'use strict';

// The encoding of messages between two processes, byte for byte as Node's:
//
//   json       one message per line
//   advanced   V8's serialization format, preceded by the length in 4 bytes, big-endian. Views of memory and other
//              objects that V8 leaves to us are preceded by a number of ours (VIEW, OTHER).
//
// encode(message) returns text or bytes; decode(bytes, onMessage) reports the messages that are complete with them, and
// decodeText(text, onMessage) those of whole lines. `isInMessage` says whether a message is incomplete.

const {
  ArrayPrototypePush, JSONParse: parse, JSONStringify: stringify, StringPrototypeIndexOf, StringPrototypeSlice,
  bufferOf, byteLengthOf, byteOffsetOf,
} = require('internal/primordials');
const { isArrayBufferView } = require('util').types;
const { Buffer } = require('buffer');
const { StringDecoder } = require('string_decoder');
const { DefaultDeserializer } = require('internal/v8/deserializer');
const { DefaultSerializer } = require('internal/v8/serializer');

const LENGTH_BYTES = 4;
const VIEW = 0;
const OTHER = 1;

class JsonCodec {
  #decoder = new StringDecoder('utf8');
  #partial = '';

  get isInMessage() { return this.#partial !== ''; }

  encode(message) { return `${stringify(message)}\n`; }

  decode(bytes, onMessage) {
    this.decodeText(this.#decoder.write(bytes), onMessage);
  }

  // Text that came without the decoder ends a line, and so does what the decoder has got before it.
  decodeText(text, onMessage) {
    let from = 0;
    for (let end; (end = StringPrototypeIndexOf(text, '\n', from)) >= 0; from = end + 1) {
      const line = this.#partial + StringPrototypeSlice(text, from, end);
      this.#partial = '';
      onMessage(parse(line));
    }
    this.#partial += StringPrototypeSlice(text, from);
  }
}

class MessageSerializer extends DefaultSerializer {
  _writeHostObject(object) {
    if (isArrayBufferView(object)) {
      this.writeUint32(VIEW);
      super._writeHostObject(object);
    } else {
      this.writeUint32(OTHER);
      this.writeValue({ ...object });
    }
  }
}

class MessageDeserializer extends DefaultDeserializer {
  _readHostObject() {
    return this.readUint32() === VIEW ? super._readHostObject() : this.readValue();
  }
}

class AdvancedCodec {
  #parts = []; // of messages that are not complete
  #bytes = 0;

  get isInMessage() { return this.#bytes > 0; }

  encode(message) {
    const serializer = new MessageSerializer();
    serializer.writeRawBytes(Buffer.alloc(LENGTH_BYTES));
    serializer.writeHeader();
    serializer.writeValue(message);
    const bytes = serializer.releaseBuffer();
    bytes.writeUInt32BE(bytes.length - LENGTH_BYTES, 0);
    return bytes;
  }

  decode(bytes, onMessage) {
    ArrayPrototypePush(this.#parts, Buffer.from(bufferOf(bytes), byteOffsetOf(bytes), byteLengthOf(bytes)));
    this.#bytes += bytes.length;
    for (let size; (size = this.#nextSize()) !== undefined && this.#bytes >= size;) {
      const all = this.#joined();
      const deserializer = new MessageDeserializer(all.subarray(LENGTH_BYTES, size));
      this.#parts = [all.subarray(size)];
      this.#bytes -= size;
      deserializer.readHeader();
      onMessage(deserializer.readValue());
    }
  }

  // Large messages arrive in many parts, which are joined once, when all have arrived.
  #nextSize() {
    if (this.#bytes < LENGTH_BYTES) return undefined;
    if (this.#parts[0].length < LENGTH_BYTES) this.#joined();
    return this.#parts[0].readUInt32BE(0) + LENGTH_BYTES;
  }

  #joined() {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts, this.#bytes)];
    return this.#parts[0];
  }
}

const codecOf = (serialization) => (serialization === 'advanced' ? new AdvancedCodec() : new JsonCodec());

module.exports = { codecOf };
