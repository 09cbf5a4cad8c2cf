'use strict';

// console.table: makes rows and columns from an array, an object, a Map, a Set or an iterator, and draws the box.

const {
  ArrayFrom, ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeReduce, MathMax, ObjectHasOwn, ObjectKeys, ObjectValues, ReflectApply, StringPrototypeRepeat, copyList,
  joinLists,
} = require('internal/primordials');
const { previewEntries } = require('internal/util/v8');
const { getStringWidth } = require('internal/util/string_width');
const { isMap, isMapIterator, isSet, isSetIterator, isTypedArray } = require('util/types');

const indexHead = '(index)';
const iterationHead = '(iteration index)';
const keyHead = 'Key';
const valuesHead = 'Values';

// ---- drawing

const lineOf = (left, middle, right, widths) =>
  `${left}${ArrayPrototypeJoin(ArrayPrototypeMap(widths, (width) => StringPrototypeRepeat('─', width + 2)), middle)}${right}`;

const rowOf = (cells, widths) =>
  `│ ${ArrayPrototypeJoin(ArrayPrototypeMap(cells, (cell, i) => cell + StringPrototypeRepeat(' ', widths[i] - getStringWidth(cell))), ' │ ')} │`;

// `columns` may have holes and different lengths: missing cells are empty.
function drawTable(head, columns) {
  const height = ReflectApply(MathMax, undefined, ArrayPrototypeMap(columns, (column) => column.length));
  const rows = ArrayFrom({ __proto__: null, length: height }, (_, row) =>
    ArrayPrototypeMap(columns, (column) => (ObjectHasOwn(column, row) ? column[row] : '')));
  const widths = ArrayPrototypeMap(head, (title, i) =>
    ArrayPrototypeReduce(rows, (widest, row) => MathMax(widest, getStringWidth(row[i])), getStringWidth(title)));
  return ArrayPrototypeJoin(joinLists(
    [lineOf('┌', '┬', '┐', widths),
    rowOf(head, widths),
    lineOf('├', '┼', '┤', widths)],
    ArrayPrototypeMap(rows, (row) => rowOf(row, widths)),
    [lineOf('└', '┴', '┘', widths)],
  ), '\n');
}

// ---- collecting

const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');

// Objects with more than a few properties are abbreviated.
function cellDepth(value) {
  const isList = ArrayIsArray(value) || isTypedArray(value);
  return !isPrimitive(value) && typeof value === 'object' && !isList && ObjectKeys(value).length > 2 ? -1 : 0;
}

function tableOfEntries(entries, cell) {
  return drawTable([iterationHead, keyHead, valuesHead], [
    ArrayPrototypeMap(entries, (_, i) => cell(i)),
    ArrayPrototypeMap(entries, ({ 0: key }) => cell(key)),
    ArrayPrototypeMap(entries, ({ 1: value }) => cell(value)),
  ]);
}

function tableOfValues(values, cell) {
  return drawTable([iterationHead, valuesHead], [ArrayPrototypeMap(values, (_, i) => cell(i)), ArrayPrototypeMap(values, cell)]);
}

// A row for each property; a column for each property of the rows, and one for rows that are primitives.
function tableOfObject(data, properties, cell) {
  const index = ObjectKeys(data);
  const columns = { __proto__: null };
  const primitives = [];
  let hasPrimitives = false;
  ArrayPrototypeForEach(index, (name, row) => {
    const item = data[name];
    if (properties === undefined && isPrimitive(item)) {
      hasPrimitives = true;
      primitives[row] = cell(item);
      return;
    }
    for (let i = 0, list = properties ?? ObjectKeys(item); i < list.length; i++) {
      const key = list[i];
      const column = columns[key] ??= [];
      column[row] = isPrimitive(item) || !ObjectHasOwn(item, key) ? '' : cell(item[key]);
    }
  });
  const head = joinLists([indexHead], ObjectKeys(columns));
  const all = joinLists([index], ObjectValues(columns));
  if (hasPrimitives) {
    ArrayPrototypePush(head, valuesHead);
    ArrayPrototypePush(all, primitives);
  }
  return drawTable(head, all);
}

const pairs = (flat) => ArrayFrom({ __proto__: null, length: flat.length / 2 }, (_, i) => [flat[i * 2], flat[i * 2 + 1]]);

// `inspectCell(value, depth)` returns the text of one cell.
function formatTable(data, properties, inspectCell) {
  const cell = (value) => inspectCell(value, cellDepth(value));
  if (isMap(data)) return tableOfEntries(copyList(data), cell);
  if (isMapIterator(data)) {
    const { 0: entries, 1: isKeyValue } = previewEntries(data);
    return isKeyValue ? tableOfEntries(pairs(entries), cell) : tableOfValues(entries, cell);
  }
  if (isSet(data)) return tableOfValues(copyList(data), cell);
  if (isSetIterator(data)) return tableOfValues(previewEntries(data)[0], cell);
  return tableOfObject(data, properties, cell);
}

module.exports = { drawTable, formatTable };
