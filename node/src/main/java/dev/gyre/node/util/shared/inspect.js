'use strict';

// util.inspect(value, options): a readable text of a value.
//
// The work is divided by knowledge: inspect_object walks the value; inspect_shapes knows each kind of object, inspect_names
// classes, inspect_values the contents of built-ins, inspect_errors stacks, inspect_primitives strings and numbers;
// inspect_layout breaks lines; inspect_style and inspect_regexp colour. All of them share one Inspection: the options and
// the state of the walk.

const {
  ObjectAssign, ObjectDefineProperty, ObjectHasOwn: hasOwn, ObjectKeys: keysOf, ObjectSeal, itemsOf,
} = require('internal/primordials');
const { customInspectSymbol } = require('internal/util');
const { validateObject } = require('internal/validators');
const { Inspection } = require('internal/util/inspect_object');
const { colors, makeStylizer, styles } = require('internal/util/inspect_style');
const { identicalSequenceRange } = require('internal/util/inspect_errors');
const { getStringWidth, stripVTControlCharacters } = require('internal/util/string_width');


const inspectDefaultOptions = ObjectSeal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});

// Also inspect(value, showHidden, depth, colors), the former signature.
function inspect(value, options, ...legacy) {
  const ctx = new Inspection(inspect, inspectDefaultOptions);
  if (legacy.length > 0) {
    const { 0: depth, 1: useColors } = legacy;
    if (depth !== undefined) ctx.depth = depth;
    if (useColors !== undefined) ctx.colors = useColors;
  }
  if (typeof options === 'boolean') ctx.showHidden = options;
  else if (options) applyOptions(ctx, options);
  if (ctx.colors) ctx.stylize = stylizeWithColor;
  if (ctx.maxArrayLength === null) ctx.maxArrayLength = Infinity;
  if (ctx.maxStringLength === null) ctx.maxStringLength = Infinity;
  return ctx.value(value, 0);
}

// Unknown options are the user's own: custom inspect functions get them.
function applyOptions(ctx, options) {
  for (const key of itemsOf(keysOf(options))) {
    if (hasOwn(inspectDefaultOptions, key) || key === 'stylize') ctx[key] = options[key];
    else ctx.userOptions ??= options;
  }
}

const stylizeWithColor = makeStylizer(inspect);

inspect.custom = customInspectSymbol;
ObjectDefineProperty(inspect, 'defaultOptions', {
  __proto__: null,
  get() {
    return inspectDefaultOptions;
  },
  set(options) {
    validateObject(options, 'options');
    ObjectAssign(inspectDefaultOptions, options);
  },
});
inspect.colors = colors;
inspect.styles = styles;

module.exports = {
  getStringWidth,
  identicalSequenceRange,
  inspect,
  inspectDefaultOptions,
  stripVTControlCharacters,
  // format() requires inspect().
  get format() { return require('internal/util/format').format; },
  get formatWithOptions() { return require('internal/util/format').formatWithOptions; },
};
