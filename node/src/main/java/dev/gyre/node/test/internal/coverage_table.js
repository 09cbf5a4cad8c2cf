'use strict';

// The table of coverage in the reports `spec` and `tap`: files as a tree, with percentages and the lines that did not run.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, MathFloor, MathMax, MathMin,
  NumberPrototypeToFixed, ObjectKeys, StringPrototypePadEnd, StringPrototypePadStart, StringPrototypeRepeat,
  StringPrototypeSlice, StringPrototypeSplit, itemsOf,
} = require('internal/primordials');
const path = require('path');
const colors = require('internal/util/colors');

const TITLES = ['line %', 'branch %', 'funcs %'];
const PERCENTS = ['coveredLinePercent', 'coveredBranchPercent', 'coveredFunctionPercent'];
const MIN_WIDTH = 6;
const GAP = ' | ';
const HIGH = 90;
const MEDIUM = 50;

const cutStart = (text, width) => (text.length > width ? `…${StringPrototypeSlice(text, text.length - width + 1)}` : text);
const cutEnd = (text, width) => (text.length > width ? `${StringPrototypeSlice(text, 0, width - 1)}…` : text);

function colorOf(percent) {
  if (percent > HIGH) return colors.green;
  return percent > MEDIUM ? colors.yellow : colors.red;
}

// "5-7 9": the lines that did not run.
function missedLines({ lines }) {
  const ranges = [];
  let last;
  for (const { line, count } of itemsOf(lines)) {
    if (count !== 0) continue;
    if (last !== undefined && line - last.to === 1) {
      last.to = line;
    } else {
      last = { from: line, to: line };
      ArrayPrototypePush(ranges, last);
    }
  }
  return ArrayPrototypeJoin(ArrayPrototypeMap(ranges, ({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)), ' ');
}

function treeOf({ files, workingDirectory }) {
  const tree = { __proto__: null };
  let depth = 1;
  let longest = 0;
  for (const file of itemsOf(files)) {
    const names = StringPrototypeSplit(path.relative(workingDirectory, file.path), path.sep);
    let node = tree;
    for (const name of itemsOf(names)) {
      node = node[name] ??= { __proto__: null };
      longest = MathMax(longest, name.length);
    }
    node.file = file;
    depth = MathMax(depth, names.length);
  }
  return { tree, depth, longest };
}

class Table {
  #prefix;
  #color;
  #tree;
  #widths = ArrayPrototypeMap(TITLES, (title) => MathMax(title.length, MIN_WIDTH));
  #nameWidth;
  #missedWidth = Infinity;
  #width;

  constructor(summary, prefix, color) {
    const { tree, depth, longest } = treeOf(summary);
    this.#prefix = prefix;
    this.#color = color;
    this.#tree = tree;
    this.#layOut(summary, longest + depth - 1 + (color ? 2 : 0));
  }

  #layOut({ files }, longest) {
    const { columns } = process.stdout;
    this.#nameWidth = MathMax(longest, 'all files'.length);
    if (this.#nameWidth > columns / 2) this.#nameWidth = MathFloor(columns / 2);
    let numbers = 0;
    for (const width of itemsOf(this.#widths)) numbers += width + GAP.length;
    let missed = 'uncovered lines'.length;
    for (const file of itemsOf(files)) missed = MathMax(missed, missedLines(file).length);
    this.#width = this.#nameWidth + 2 + numbers + missed + 2;
    const available = (columns || Infinity) - this.#prefix.length;
    if (this.#width <= available) return;
    this.#nameWidth = MathMin(available * 0.5, this.#nameWidth);
    this.#missedWidth = MathMax(available - numbers - (this.#nameWidth + 2) - 2, 1);
    this.#width = available;
  }

  #paint(text, percent) {
    return this.#color && percent !== undefined ? `${colorOf(percent)}${text}${this.#color}` : text;
  }

  #rule() {
    return `${this.#prefix}${StringPrototypeRepeat('-', this.#width)}\n`;
  }

  #row(name, depth, percents, average, missed) {
    const width = this.#nameWidth - depth;
    const cells = ArrayPrototypeMap(percents, (percent, i) => {
      const text = typeof percent === 'number' ? NumberPrototypeToFixed(percent, 2) : percent;
      return this.#paint(StringPrototypePadStart(text, this.#widths[i]), percent);
    });
    const shown = this.#paint(cutStart(StringPrototypePadEnd(name, width), width), average);
    return `${this.#prefix}${StringPrototypeRepeat(' ', depth)}${shown}${GAP}${ArrayPrototypeJoin(cells, GAP)}${GAP}` +
      `${cutEnd(missed, this.#missedWidth)}\n`;
  }

  #rows(tree, depth) {
    let text = '';
    for (const name of itemsOf(ArrayPrototypeFilter(ObjectKeys(tree), (key) => tree[key] !== undefined))) {
      const { file } = tree[name];
      if (!file?.path) {
        text += this.#row(name, depth, ['', '', ''], undefined, '') + this.#rows(tree[name], depth + 1);
        continue;
      }
      const percents = ArrayPrototypeMap(PERCENTS, (key) => file[key]);
      const average = (percents[0] + percents[1] + percents[2]) / percents.length;
      text += this.#row(path.basename(file.path), depth, percents, average, missedLines(file));
    }
    return text;
  }

  text({ totals }) {
    const rule = this.#rule();
    const all = ArrayPrototypeMap(PERCENTS, (key) => totals[key]);
    return `${this.#color}${this.#prefix}start of coverage report\n${rule}` +
      `${this.#row('file', 0, TITLES, undefined, 'uncovered lines')}${rule}${this.#rows(this.#tree, 0)}${rule}` +
      `${this.#row('all files', 0, all, undefined, '')}${rule}${this.#prefix}end of coverage report\n` +
      `${this.#color ? colors.white : ''}`;
  }
}

/** @param color of the whole report, '' for none */
function coverageTable(summary, prefix, color) {
  return new Table(summary, prefix, color).text(summary);
}

module.exports = { coverageTable };
