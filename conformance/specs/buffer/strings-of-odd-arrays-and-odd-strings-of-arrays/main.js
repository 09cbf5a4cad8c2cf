'use strict';

// After enough of the usual that every short cut is taken: arrays of other kinds, arrays that change, parts of strings.

const usual = Buffer.alloc(1 << 16, 'usual text ');
for (let i = 0; i < 600; i++) Buffer.from(usual.toString('latin1'), 'latin1');
const { latin1Slice, utf8Slice, asciiSlice, latin1Write } = Buffer.prototype;
const show = (text) => (text.length > 20 ? `${text.length} ${text.slice(0, 8)}...${text.slice(-8)}` : text);

// ---- arrays

const small = new Uint8Array(40).fill(65); // small enough for V8 to keep the bytes in the object
console.log(show(latin1Slice.call(small)), show(utf8Slice.call(small, 2, 30)), show(asciiSlice.call(small, 1)));
console.log(latin1Write.call(small, 'b'.repeat(35), 1), Buffer.from(small).toString());

console.log(show(latin1Slice.call(new Uint16Array(200).fill(0x4241))), show(latin1Slice.call(new DataView(usual.buffer, usual.byteOffset, 300))));

const resizable = new ArrayBuffer(4000, { maxByteLength: 8000 });
const tracking = Buffer.from(resizable);
const fixed = Buffer.from(resizable, 1000, 2000);
new Uint8Array(resizable).fill(67);
console.log(show(tracking.toString('latin1')), show(fixed.toString()));
resizable.resize(6000);
console.log(show(tracking.toString('latin1', 3500, 4500)), show(fixed.toString('ascii')));
resizable.resize(2000);
console.log(show(tracking.toString('latin1')), show(fixed.toString()));

const shared = Buffer.from(new SharedArrayBuffer(500));
shared.fill('shared ');
console.log(show(shared.toString()), shared.write('ß'.repeat(400), 'latin1'), show(shared.toString('latin1')));

// An array that gets shorter, or loses its memory, while it is asked for an encoding: any answer, but an answer.
for (const lose of [(buffer) => buffer.resize(10), (buffer) => buffer.transfer()]) {
  const memory = new ArrayBuffer(3000, { maxByteLength: 3000 });
  const bytes = Buffer.from(memory, 0, 3000);
  let answer;
  try {
    answer = bytes.toString({ toString: () => (lose(memory), 'latin1') });
  } catch (error) {
    answer = error;
  }
  console.log(answer !== undefined);
}

// ---- strings

const long = usual.toString('latin1', 0, 5000);
const strings = {
  part: long.slice(7, 3000),
  'part of a part': long.slice(7, 3000).slice(5, 2000),
  'made of two': `${long}${long}`,
  'made of short ones': 'abc'.repeat(100),
  key: Object.keys({ [long]: 1 })[0],
  latin1: `${long}é`,
  wide: `${long}€`,
  'once wide': `${long}€`.slice(0, -1),
  constant: 'a constant of this program, as long as is needed for it to be a sequence of bytes',
};
for (const [name, string] of Object.entries(strings)) {
  const latin1 = Buffer.from(string, 'latin1');
  const utf8 = Buffer.from(string);
  const room = Buffer.alloc(string.length * 3, '.');
  const written = room.utf8Write(string, 3);
  const narrow = Buffer.alloc(string.length, '.');
  console.log(name, latin1.length, latin1.toString('hex').slice(-12), utf8.length, utf8.toString('hex').slice(-12),
              written, room.toString('latin1', written, written + 6), narrow.write(string), narrow.toString('hex').slice(-12),
              utf8.toString() === string);
}

// What does not fit is left out, and what is behind it stays.
for (const text of ['é'.repeat(50), `${'x'.repeat(48)}éé`, `${'é'.repeat(49)}x`, `${'x'.repeat(49)}é`, `€${'x'.repeat(49)}`, '€'.repeat(50)]) {
  for (const length of [49, 50, 51, 52, 60, 99, 100, 101, 149, 150]) {
    const room = Buffer.alloc(152, '#');
    console.log(length, room.utf8Write(text, 1, length), room.toString('latin1', 44), Buffer.byteLength(text));
  }
}
for (const length of [5000, 5001, 5002]) {
  const room = Buffer.alloc(5010, '#');
  console.log(room.utf8Write(strings.latin1, 0, length), show(room.toString('latin1', 4990)),
              room.latin1Write(long, 5, length), show(room.toString('latin1', 4990)));
}
