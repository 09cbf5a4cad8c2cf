const v8 = require('v8');

class Upper extends v8.Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  _writeHostObject(view) {
    this.writeUint32(view.byteLength);
    this.writeUint64(1, 2);
    this.writeDouble(-0.25);
    this.writeRawBytes(view);
  }

  _getDataCloneError(message) { return new RangeError(`refused: ${message}`); }
}

class Lower extends v8.Deserializer {
  _readHostObject() {
    const length = this.readUint32();
    return { length, parts: this.readUint64(), fraction: this.readDouble(), text: this.readRawBytes(length).toString() };
  }
}

const memory = new ArrayBuffer(4);
const upper = new Upper();
upper.writeHeader();
console.log(upper.writeValue({ view: Buffer.from('text') }));
upper.transferArrayBuffer(3, memory);
upper.writeValue(memory);
try {
  upper.writeValue(Symbol('x'));
} catch (error) {
  console.log(error.message);
}
const bytes = upper.releaseBuffer();
console.log(bytes, upper.releaseBuffer().length);

const lower = new Lower(bytes);
console.log(lower.readHeader(), lower.getWireFormatVersion(), lower.readValue());
lower.transferArrayBuffer(3, memory);
console.log(lower.readValue() === memory);

// Without that, views come with their memory.
const plain = new v8.Serializer();
plain.writeValue([new Uint16Array(new ArrayBuffer(8), 2, 1), new DataView(new ArrayBuffer(3), 1)]);
const written = plain.releaseBuffer();
console.log(written, new v8.Deserializer(Buffer.concat([Buffer.from([0xff, 15]), written])).readHeader());
