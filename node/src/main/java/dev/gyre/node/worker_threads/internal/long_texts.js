'use strict';

// Long strings in messages. Their characters are not among the bytes of a message: they lie in memory outside of V8's heaps,
// one copy for all threads (LongText.java), and the message carries a reference to it.
//
//   sender's heap ──copied once──> characters <──── message, message, ... ────> copied once into each receiver's heap
//
// Each thread remembers the strings that it has sent or received of late, with the number that Java knows them by. A string
// that is posted again, to another worker or back to where it came from, is found here and copied nowhere: equal strings
// can't be told apart, so a receiver that still has the string gets that one.
//
// Only a WeakRef keeps what is remembered, so it lives until the next full garbage collection, and there is not more of it
// than the limits below.

const {
  ArrayPrototypeSplice, FinalizationRegistry, RegExpPrototypeExec, Uint8Array, WeakRef, deref, registerFinalizer,
} = require('internal/primordials');
const { latin1Slice, latin1Write, ucs2Slice, ucs2Write } = require('internal/buffer/codec');
const { dropMoved, placeholder } = require('internal/moved_memory');
const { rawMemory } = require('internal/v8internals/raw_memory');
const { heapReady, heapWrite } = require('internal/v8internals/heap_strings');

const native = binding('long_texts');

const LONG_TEXT = 1 << 16; // characters from which it pays
const MOST_TEXTS = 4; // more of them would make work for the garbage collector
const MOST_BYTES = 1 << 24;
const FIXED = -1;
const isWide = /[^\x00-\xff]/;

// { text, number, bytes, isWide, pending }, the latest last; `pending` says how many messages are being written with it. The
// garbage collector may take the list. The numbers remain: Java has to be told them.
let remembered;
let numbers = [];
let collected;

function forgetAll(lost) {
  for (let i = 0; i < lost.length; i++) native.drop(lost[i]);
  lost.length = 0;
}

function entries() {
  const known = remembered === undefined ? undefined : deref(remembered);
  if (known !== undefined) return known;
  forgetAll(numbers); // they must not come back with the next list
  const list = [];
  numbers = [];
  collected ??= new FinalizationRegistry(forgetAll);
  registerFinalizer(collected, list, numbers);
  remembered = new WeakRef(list);
  return list;
}

function remember(list, entry) {
  list[list.length] = entry;
  numbers[numbers.length] = entry.number;
  return entry;
}

// Called after messages. Those of a message that is being written stay: getters of the program may have posted this one.
function forgetOldest() {
  const list = remembered === undefined ? undefined : deref(remembered);
  if (list === undefined) return;
  let bytes = 0;
  let kept = 0;
  for (let i = list.length - 1; i >= 0 && kept < MOST_TEXTS; i--, kept++) {
    bytes += list[i].bytes;
    if (bytes > MOST_BYTES) break;
  }
  let dropped = 0;
  for (; dropped < list.length - kept && list[dropped].pending === 0; dropped++) native.drop(list[dropped].number);
  if (dropped === 0) return;
  ArrayPrototypeSplice(list, 0, dropped);
  ArrayPrototypeSplice(numbers, 0, dropped);
}

// ---- sending

function find(list, text) {
  for (let i = list.length - 1; i >= 0; i--) {
    const entry = list[i];
    if (entry.text.length === text.length && entry.text === text) {
      entry.text = text; // if it is another copy, the next comparison will be one of addresses
      return entry;
    }
  }
  return undefined;
}

// The characters, one byte each if that is possible.
function copyOut(text) {
  const { length } = text;
  const memory = rawMemory(length);
  const bytes = new Uint8Array(memory);
  if (heapReady(length) && heapWrite(bytes, text, 0, length, false)) return { memory, isWide: false };
  if (RegExpPrototypeExec(isWide, text) === null) {
    latin1Write(bytes, text, 0, length);
    return { memory, isWide: false };
  }
  const wide = rawMemory(2 * length);
  ucs2Write(new Uint8Array(wide), text, 0, 2 * length);
  return { memory: wide, isWide: true };
}

// Returns the entry of a long string, for the message that is being written. `attach` is called when all of it is written.
function noteText(text) {
  const list = entries();
  const known = find(list, text);
  if (known !== undefined) {
    known.pending++;
    return known;
  }
  const { memory, isWide } = copyOut(text);
  const number = native.keep(memory);
  dropMoved(memory);
  return remember(list, { text, number, bytes: isWide ? 2 * text.length : text.length, isWide, pending: 1 });
}

function attach(entry) {
  native.attach(entry.number);
  entry.pending--;
}

// ---- receiving

// The string that is an attachment of the message that is being read.
function takeText(index, length, isWide) {
  const list = entries(); // before `take`, whose answer may be a number of the list before
  const number = native.take(index);
  for (let i = list.length - 1; i >= 0; i--) {
    if (list[i].number === number) return list[i].text;
  }
  const bytes = isWide ? 2 * length : length;
  const memory = placeholder(bytes, FIXED, false);
  native.read(number, memory);
  const characters = new Uint8Array(memory);
  const text = isWide ? ucs2Slice(characters, 0, bytes) : latin1Slice(characters, 0, bytes);
  dropMoved(memory);
  return remember(list, { text, number, bytes, isWide, pending: 0 }).text;
}

module.exports = { LONG_TEXT, attach, forgetOldest, noteText, takeText };
