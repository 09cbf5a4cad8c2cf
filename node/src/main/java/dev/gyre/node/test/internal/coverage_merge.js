'use strict';

// Several processes run the same files: what one of them ran is covered.

const { ArrayPrototypeFind, ArrayPrototypePush, SafeSet, copyList, itemsOf } = require('internal/primordials');

const isSame = (one, other) => one.startOffset === other.startOffset && one.endOffset === other.endOffset;
const contains = (outer, inner) => outer.startOffset <= inner.startOffset && outer.endOffset >= inner.endOffset;

function isSameFunction(one, other) {
  return one.functionName === other.functionName && one.ranges[0] !== undefined && other.ranges[0] !== undefined &&
    isSame(one.ranges[0], other.ranges[0]);
}

// Ranges that ran are kept, with the sum of their counts. Of those that did not run, what neither process ran.
function mergeRanges(known, added) {
  const merged = new SafeSet();
  for (const range of itemsOf(known)) if (range.count > 0) merged.add(range);
  for (const range of itemsOf(added)) {
    let isKnown = false;
    for (const other of itemsOf(known)) {
      if (isSame(range, other)) {
        other.count += range.count;
        merged.add(other);
        isKnown = true;
        break;
      }
      if (other.count > 0 || range.count > 0) continue;
      if (contains(other, range)) merged.add(range);
      else if (contains(range, other)) merged.add(other);
    }
    if (range.count > 0 && !isKnown) merged.add(range);
  }
  return copyList(merged);
}

/** Adds the functions of a script to those known of it. */
function mergeScript(known, { functions }) {
  for (const added of itemsOf(functions)) {
    const same = ArrayPrototypeFind(known.functions, (other) => isSameFunction(added, other));
    if (same === undefined) {
      ArrayPrototypePush(known.functions, added); // V8 knows a function only if the code around it ran
    } else if (added.isBlockCoverage) {
      same.ranges = same.isBlockCoverage ? mergeRanges(same.ranges, added.ranges) : added.ranges;
      same.isBlockCoverage = true;
    }
  }
}

module.exports = { mergeScript };
