'use strict';

// The memory of a WebAssembly program, as its system calls see it. Pointers need no alignment. All checks of bounds happen
// before anything is written.

const {
  CoreBytes, StringFromCharCode, StringPrototypeCharCodeAt: charCodeAt, isolated, wasm,
} = require('internal/primordials');

class ProgramMemory {
  #memory;
  #buffer;
  bytes;
  size = 0;

  constructor(memory) {
    this.#memory = memory;
    this.refresh();
  }

  // Growing gives the memory another buffer.
  refresh() {
    const buffer = wasm.bufferOf(this.#memory);
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.bytes = new CoreBytes(buffer);
    this.size = this.bytes.length;
  }

  // As uvwasi has it, nothing begins at the end of the memory, not even no bytes.
  holds(pointer, length) {
    return this.size > pointer && length <= this.size - pointer;
  }

  view(pointer, length) {
    return new CoreBytes(this.#buffer, pointer, length);
  }

  read16(pointer) {
    const { bytes } = this;
    return bytes[pointer] | bytes[pointer + 1] << 8;
  }

  read32(pointer) {
    const { bytes } = this;
    return (bytes[pointer] | bytes[pointer + 1] << 8 | bytes[pointer + 2] << 16 | bytes[pointer + 3] << 24) >>> 0;
  }

  // Rounded, if it has more than 53 bits.
  read64(pointer) {
    return this.read32(pointer) + this.read32(pointer + 4) * 2 ** 32;
  }

  write16(pointer, value) {
    this.bytes[pointer] = value;
    this.bytes[pointer + 1] = value >>> 8;
  }

  write32(pointer, value) {
    this.write16(pointer, value);
    this.write16(pointer + 2, value >>> 16);
  }

  // A number that is not negative.
  write64(pointer, value) {
    this.write32(pointer, value);
    this.write32(pointer + 4, value / 2 ** 32);
  }

  // A text whose chars are the bytes.
  text(pointer, length) {
    let text = '';
    for (let i = 0; i < length; i++) text += StringFromCharCode(this.bytes[pointer + i]);
    return text;
  }

  writeText(pointer, text, length = text.length) {
    for (let i = 0; i < length; i++) this.bytes[pointer + i] = charCodeAt(text, i);
  }
}
isolated(ProgramMemory);

module.exports = { ProgramMemory };
