'use strict';

// Finds the top-level awaits of a module. V8 does not report them. But in the body of a plain function, an `await` outside
// of async functions is a syntax error, and V8 reports the position of the first.
//
// The body is the module without its imports and exports. `await` could be a plain name there, so its operand is changed to
// make that a syntax error: `await (x)` becomes `await 0*(x)`. Each await that was found is removed (`void 0*(x)`) to find
// the next.

const {
  ArrayIsArray, ArrayPrototypeAt, ArrayPrototypeFindLastIndex, ArrayPrototypeFlatMap, ArrayPrototypeForEach,
  ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort, RegExpPrototypeExec, SafeSet, StringPrototypeSlice, copyList,
  joinLists, replacePattern, splitByPattern,
} = require('internal/primordials');
const { compileFunction } = require('internal/compiler');
const { Scanner, stopsAt, identifierAt } = require('internal/module/esm_scan');
const { rewrite } = require('internal/module/esm_syntax');


const awaitWord = stopsAt(['await']);
const STRICT = "'use strict';";

// Every `await` in the source: [start, text that keeps it, text that removes it, reported position].
function awaitsIn(source) {
  const awaits = [];
  const scanner = new Scanner(source, awaitWord);
  scanner.walk((word, start) => {
    const last = scanner.before(start);
    const next = scanner.skip(start + word.length);
    if ((source[last] === '.' && source[last - 1] !== '.') || source[next] === ':') return;
    // For `for await` the position of the statement is reported.
    if (scanner.wordBefore(start) === 'for') ArrayPrototypePush(awaits, [start, 'await', '', last - 2]);
    else if (identifierAt(source, next) === 'using') ArrayPrototypePush(awaits, [start, 'await', '', start]);
    else ArrayPrototypePush(awaits, [start, 'await 0*', 'void 0*', start]);
  });
  return awaits;
}

// The function's body, and the position of each await in it. `removed` are the indices of those to remove.
function probe(plain, declarations, awaits, removed) {
  const places = ArrayPrototypeSort(joinLists(ArrayPrototypeMap(declarations, ({ 0: start, 1: end, 2: replacement }) => [start, end, replacement, -1]), ArrayPrototypeMap(awaits, ({ 0: start, 1: kept, 2: without }, i) => [start, start + 5, removed.has(i) ? without : kept, i])), (a, b) => a[0] - b[0]);
  const at = [];
  let text = STRICT;
  let from = 0;
  for (let j = 0; j < places.length; j++) {
    const { 0: start, 1: end, 2: replacement, 3: index } = places[j];
    if (start < from) continue;
    text += StringPrototypeSlice(plain, from, start);
    if (index >= 0) at[index] = text.length;
    text += replacement + replacePattern(/[^\n\r]/g, StringPrototypeSlice(plain, start, end), '');
    from = end;
  }
  return { text: text + StringPrototypeSlice(plain, from), at };
}

const lineBreak = /\r\n|[\n\r\u2028\u2029]/g;

function offsetOf(text, line, column) {
  lineBreak.lastIndex = 0;
  for (let i = 1; i < line; i++) {
    if (RegExpPrototypeExec(lineBreak, text) === null) break;
  }
  return lineBreak.lastIndex + column;
}

// { line, column, sourceLine } of all top-level awaits, or of the first only.
function find(entry, all) {
  const { source, scan } = entry;
  if (scan === undefined || RegExpPrototypeExec(/\bawait\b/, source) === null) return [];
  const awaits = awaitsIn(source);
  const { source: plain } = rewrite(source, scan);
  const found = new SafeSet();
  for (;;) {
    const { text, at } = probe(plain, scan.exports, awaits, found);
    const wrong = compileFunction([text, entry.url]);
    if (!ArrayIsArray(wrong) || RegExpPrototypeExec(/await is only valid|Unexpected reserved word/, wrong[0] ?? '') === null) break;
    const offset = offsetOf(text, wrong[2], wrong[4]);
    const index = ArrayPrototypeFindLastIndex(at, (start) => start !== undefined && start <= offset);
    if (index < 0 || found.has(index)) break;
    found.add(index);
    if (!all) break;
  }
  return ArrayPrototypeMap(ArrayPrototypeSort(copyList(found), (a, b) => a - b), (index) => placeOf(source, awaits[index][3]));
}

function placeOf(source, offset) {
  const before = splitByPattern(lineBreak, StringPrototypeSlice(source, 0, offset));
  return { line: before.length, column: ArrayPrototypeAt(before, -1).length + 1, sourceLine: splitByPattern(lineBreak, source)[before.length - 1] };
}

// The first top-level await of a module, or null.
function topLevelAwait(entry) {
  if (entry.topLevelAwait === undefined) entry.topLevelAwait = find(entry, false)[0] ?? null;
  return entry.topLevelAwait;
}

// The modules of a graph that await, in the order of their evaluation.
function awaiting(root) {
  const seen = new SafeSet();
  const found = [];
  const visit = (entry) => {
    if (seen.has(entry)) return;
    seen.add(entry);
    ArrayPrototypeForEach(entry.links, visit);
    if (topLevelAwait(entry) !== null) ArrayPrototypePush(found, entry);
  };
  visit(root);
  return found;
}

// All top-level awaits of a graph.
const placesOf = (root) => ArrayPrototypeFlatMap(awaiting(root), (entry) => ArrayPrototypeMap(find(entry, true), (place) => ({ __proto__: null, url: entry.url, ...place })));

module.exports = { topLevelAwait, awaiting, placesOf, hasTopLevelAwait: (entry) => topLevelAwait(entry) !== null };
