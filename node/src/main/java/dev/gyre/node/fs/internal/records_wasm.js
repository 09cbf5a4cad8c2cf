'use strict';

// WebAssembly functions over the entries of a folder as the kernel writes them, `struct linux_dirent64`: length of the
// record at 16 (two bytes), type at 18, zero-terminated name at 19, then undefined bytes up to a multiple of eight. An entry
// is identified by the address of its name.

const { joinLists } = require('internal/primordials');
const { assemble, func, i32, i64, ops, stringref, strings, wide } = require('internal/buffer/wasm_asm');

const {
  add, and, during, eq, eqz, geU, leU, load16, load32, load64, load8, ltU, or, ret, select, shl, shrU, store32, store64,
  store8, sub, when, wideAnd, wideCtz, wideEqz, wideSub, wideXor, wrap,
} = ops;

const NAME = 19;
const TYPE_BEFORE = 1;
const LENGTH_BEFORE = 3;
const DT_UNKNOWN = 0, DT_DIR = 4, DT_LNK = 10;
const MAY_BE_FOLDER = (1 << DT_UNKNOWN) | (1 << DT_DIR) | (1 << DT_LNK);

const COUNT = 0; // where `unpack` stores the number of entries
const FOLDERS = 4; // and the number of those that may be folders

const endOfRecord = (name) => add(sub(name.get, NAME), load16(sub(name.get, LENGTH_BEFORE)));

// The lowest set bit marks the first zero byte among eight; higher bits are undefined.
const zeros = (word) => wideAnd(wideAnd(wideSub(word.get, wide(0x0101010101010101n)), wideXor(word.get, wide(-1))),
                                wide(-0x7f7f7f7f7f7f7f80n));
const firstByteOf = (bits) => shrU(wrap(wideCtz(bits)), 3);

// (a, b) -> 1 if the name a is before b in byte order. No two names of a folder are equal, so the bytes after them don't
// matter; if they were equal, the comparison would end with the record.
const isBefore = func('isBefore', { a: i32, b: i32 }, i32, { differing: i64, end: i32, at: i32 }, (locals) => {
  const { a, b, differing, end, at } = locals;
  return [
    end.set(endOfRecord(a)),
    during(and(wideEqz(differing.tee(wideXor(load64(a.get), load64(b.get)))), ltU(a.get, end.get)), [a.add(8), b.add(8)]),
    at.set(firstByteOf(differing.get)),
    ltU(load8(add(a.get, at.get)), load8(add(b.get, at.get))),
  ];
});
const before = (a, b) => ops.call(0, a, b);

// (at, end, names) -> the number of entries without . and .., whose addresses are stored at `names`.
const index = func('index', { at: i32, end: i32, names: i32 }, i32, { count: i32, head: i32 }, (locals) => {
  const { at, end, names, count, head } = locals;
  return [
    during(ltU(at.get, end.get), [
      head.set(load32(at.get, NAME)),
      when(eqz(or(eq(and(head.get, 0xffff), 0x2e), eq(and(head.get, 0xffffff), 0x2e2e))), [
        store32(add(names.get, shl(count.get, 2)), add(at.get, NAME)),
        count.add(1),
      ]),
      at.set(add(at.get, load16(at.get, 16))),
    ]),
    count.get,
  ];
});

// (names, end) -> 1 if they are in order.
const isSorted = func('isSorted', { names: i32, end: i32 }, i32, {}, ({ names, end }) => [
  during(ltU(add(names.get, 4), end.get), [
    when(before(load32(names.get, 4), load32(names.get)), ret(0)),
    names.add(4),
  ]),
  add(1, 0),
]);

// (names, end) -> 0: reverses them.
const reverse = func('reverse', { names: i32, end: i32 }, i32, { name: i32 }, ({ names, end, name }) => [
  end.set(sub(end.get, 4)),
  during(ltU(names.get, end.get), [
    name.set(load32(names.get)),
    store32(names.get, load32(end.get)),
    store32(end.get, name.get),
    names.add(4),
    end.set(sub(end.get, 4)),
  ]),
  add(0, 0),
]);

// (names, size, spare) -> where `size` bytes of sorted names are, at `names` or at `spare`. A merge sort: neighbouring
// sorted runs are merged to one of twice the length.
const merge = func('merge', { names: i32, size: i32, spare: i32 }, i32, {
  width: i32, left: i32, middle: i32, right: i32, end: i32, at: i32, name: i32,
}, ({ names, size, spare, width, left, middle, right, end, at, name }) => {
  const least = (a, b) => select(a, b, ltU(a, b));
  return [
    width.set(4),
    during(ltU(width.get, size.get), [
      at.set(0),
      during(ltU(at.get, size.get), [
        left.set(at.get),
        middle.set(least(add(left.get, width.get), size.get)),
        right.set(middle.get),
        end.set(least(add(middle.get, width.get), size.get)),
        during(ltU(at.get, end.get), [
          when(geU(left.get, middle.get), [name.set(right.get), right.add(4)], [
            when(geU(right.get, end.get), [name.set(left.get), left.add(4)], [
              when(before(load32(add(names.get, right.get)), load32(add(names.get, left.get))),
                   [name.set(right.get), right.add(4)], [name.set(left.get), left.add(4)]),
            ]),
          ]),
          store32(add(spare.get, at.get), load32(add(names.get, name.get))),
          at.add(4),
        ]),
      ]),
      name.set(names.get),
      names.set(spare.get),
      spare.set(name.get),
      width.set(shl(width.get, 1)),
    ]),
    names.get,
  ];
});

// (names, count, spare) -> where the sorted names are. File systems return the newest or the oldest entry first, and names
// are often created in order, so sorted and reversed lists are checked for first.
const sort = func('sort', { names: i32, count: i32, spare: i32 }, i32, { end: i32 }, ({ names, count, spare, end }) => [
  end.set(add(names.get, shl(count.get, 2))),
  when(ops.call(2, names.get, end.get), ret(names.get)),
  ops.drop(ops.call(3, names.get, end.get)),
  when(ops.call(2, names.get, end.get), ret(names.get)),
  ops.call(4, names.get, shl(count.get, 2), spare.get),
]);

// (names, count, prefix, size, folders, types, out) -> the end of the output: for every name `size` bytes of prefix, the
// name, a zero. The addresses of possible folders are stored at `folders`, the types at `types`. Copies are made in units of
// eight bytes and may exceed the end.
const pack = func('pack', { names: i32, count: i32, prefix: i32, size: i32, folders: i32, types: i32, out: i32 }, i32, {
  i: i32, name: i32, end: i32, type: i32, foldersFrom: i32, word: i64,
}, ({ names, count, prefix, size, folders, types, out, i, name, end, type, foldersFrom, word }) => [
  foldersFrom.set(folders.get),
  during(count.get, [
    name.set(load32(names.get)),
    type.set(load8(sub(name.get, TYPE_BEFORE))),
    store8(types.get, type.get),
    when(and(shl(1, type.get), MAY_BE_FOLDER), [store32(folders.get, name.get), folders.add(4)]),
    i.set(0),
    during(ltU(i.get, size.get), [store64(add(out.get, i.get), load64(add(prefix.get, i.get))), i.add(8)]),
    out.set(add(out.get, size.get)),
    // The zero is among the last eight bytes of the record.
    end.set(sub(endOfRecord(name), 8)),
    when(ltU(end.get, name.get), end.set(name.get)),
    word.set(load64(end.get)),
    end.set(add(end.get, firstByteOf(zeros(word)))),
    during(leU(name.get, end.get), [store64(out.get, load64(name.get)), name.add(8), out.add(8)]),
    out.set(add(sub(out.get, sub(name.get, end.get)), 1)),
    names.add(4),
    types.add(1),
    count.set(sub(count.get, 1)),
  ]),
  store32(FOLDERS, shrU(sub(folders.get, foldersFrom.get), 2)),
  out.get,
]);

// (at, end, prefix, size, free, out, isSorting) -> the end of the output. From `free` on there are then the names twice, the
// addresses of possible folders, and one byte with the type of each entry.
const unpack = func('unpack', { at: i32, end: i32, prefix: i32, size: i32, free: i32, out: i32, isSorting: i32 }, i32, {
  count: i32, names: i32,
}, ({ at, end, prefix, size, free, out, isSorting, count, names }) => {
  const behind = (times) => add(free.get, shl(count.get, times));
  return [
    count.set(ops.call(1, at.get, end.get, free.get)),
    store32(COUNT, count.get),
    names.set(free.get),
    when(isSorting.get, names.set(ops.call(5, free.get, count.get, behind(2)))),
    ops.call(6, names.get, count.get, prefix.get, size.get, behind(3), add(behind(3), shl(count.get, 2)), out.get),
  ];
});

const text = func('text', { at: i32, size: i32 }, stringref, {}, ({ at, size }) => strings.fromUtf8(at.get, size.get));

const functions = [isBefore, index, isSorted, reverse, merge, sort, pack, unpack];

// With `hasStrings` there is a function `text`, which uses V8's string references.
const moduleOf = (pages, mostPages, hasStrings) =>
  assemble(hasStrings ? joinLists(functions, [text]) : functions, pages, mostPages, []);

module.exports = { COUNT, DT_DIR, FOLDERS, moduleOf };
