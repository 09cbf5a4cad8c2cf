'use strict';

// Colours: the terminal codes (`colors`), the style of each kind of value (`styles`), and the colours of regular
// expressions. Users read and change both tables as util.inspect.colors and util.inspect.styles.

const {
  ArrayPrototypeForEach, ArrayPrototypeSlice, ObjectDefineProperty, ObjectEntries, StringPrototypeToLowerCase,
} = require('internal/primordials');
const { highlightRegExp } = require('internal/util/inspect_regexp');

const defaultForeground = 39;
const defaultBackground = 49;

// Name: [code that switches on, code that switches off].
const colors = {
  __proto__: null,
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
};

const hues = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
const lower = (hue) => StringPrototypeToLowerCase(hue);
const bright = (hue) => (hue === 'Black' ? 'Gray' : `${hue}Bright`);
const lowerBright = (hue) => (hue === 'Black' ? 'gray' : `${lower(hue)}Bright`);

// The order is Node's: users iterate over it.
ArrayPrototypeForEach(hues, (hue, i) => { colors[lower(hue)] = [30 + i, defaultForeground]; });
ArrayPrototypeForEach(hues, (hue, i) => { colors[`bg${hue}`] = [40 + i, defaultBackground]; });
colors.framed = [51, 54];
colors.overlined = [53, 55];
ArrayPrototypeForEach(hues, (hue, i) => { colors[lowerBright(hue)] = [90 + i, defaultForeground]; });
ArrayPrototypeForEach(hues, (hue, i) => { colors[`bg${bright(hue)}`] = [100 + i, defaultBackground]; });

const aliases = {
  gray: ['grey', 'blackBright'],
  bgGray: ['bgGrey', 'bgBlackBright'],
  dim: ['faint'],
  strikethrough: ['crossedout', 'strikeThrough', 'crossedOut'],
  hidden: ['conceal'],
  inverse: ['swapColors', 'swapcolors'],
  doubleunderline: ['doubleUnderline'],
};
for (let j = 0, list = ObjectEntries(aliases); j < list.length; j++) {
  const { 0: target, 1: names } = list[j];
  for (let k = 0; k < names.length; k++) {
    const name = names[k];
    ObjectDefineProperty(colors, name, {
      __proto__: null, configurable: true, enumerable: false,
      get() { return this[target]; },
      set(value) { this[target] = value; },
    });
  }
}

function regexp(source) {
  return highlightRegExp(source, colors, regexp.colors?.length > 0 ? regexp.colors : defaultRegExpColors);
}
const defaultRegExpColors = ['green', 'red', 'yellow', 'cyan', 'magenta'];
regexp.colors = ArrayPrototypeSlice(defaultRegExpColors);
ObjectDefineProperty(regexp, 'name', { __proto__: null, value: 'highlightRegExp' });

const styles = {
  __proto__: null,
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp,
  module: 'underline',
};

const noStyle = (text) => text;

// The tables are read from `inspect`, because users may replace them there.
function makeStylizer(inspect) {
  return function stylizeWithColor(text, kind) {
    const style = inspect.styles[kind];
    if (style === undefined) return text;
    const color = inspect.colors[style];
    if (color !== undefined) return `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
    return typeof style === 'function' ? style(text) : text;
  };
}

module.exports = { colors, makeStylizer, noStyle, styles };
