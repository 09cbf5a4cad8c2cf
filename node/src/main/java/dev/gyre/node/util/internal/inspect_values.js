'use strict';

// The contents of built-in objects as inspect() lists them: each function returns the parts between the braces. `depth` is
// that of the contents.

const {
  ArrayFrom, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort, ArrayPrototypeSplice, BigIntPrototype,
  BooleanPrototype, Map, MapPrototype, MathMax, MathMin, Number, NumberPrototype, NumberPrototypeToString,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectKeys: keysOf, ReferenceError,
  ReflectApply, RegExpPrototypeExec, Set, SetPrototype, StringPrototype, StringPrototypeLastIndexOf, StringPrototypePadStart,
  StringPrototypeSlice, StringPrototypeToLowerCase, SymbolPrototype, Uint8Array, joinLists, replacePattern, safeGenerators,
} = require('internal/primordials');
const { getPromiseDetails, kPending, kRejected, previewEntries } = require('internal/util/v8');
const { formatBigInt, formatNumber, formatPrimitive, noStyle } = require('internal/util/inspect_primitives');
const { joinParts, kArrayExtrasType, kArrayType, kObjectType } = require('internal/util/inspect_layout');

const mapEntries = MapPrototype.entries;
const setValues = SetPrototype.values;
const mapIteratorNext = ObjectGetPrototypeOf(new Map().entries()).next;
const setIteratorNext = ObjectGetPrototypeOf(new Set().values()).next;

const plural = (count, noun) => `${count} ${noun}${count > 1 ? 's' : ''}`;
const moreItems = (count) => `... ${count} more item${count > 1 ? 's' : ''}`;
const shownLength = (ctx, length) => MathMin(MathMax(0, ctx.maxArrayLength), length);

function indented(ctx, format) {
  ctx.indentation += 2;
  const output = format();
  ctx.indentation -= 2;
  return output;
}

// ---- arrays

function formatArray(ctx, array, depth) {
  const length = shownLength(ctx, array.length);
  const output = [];
  for (let i = 0; i < length; i++) {
    const descriptor = getOwnPropertyDescriptor(array, i);
    if (descriptor === undefined) return formatSparseArray(ctx, array, depth, length, output, i);
    ArrayPrototypePush(output, ctx.property(array, depth, i, kArrayType, descriptor));
  }
  if (array.length > length) ArrayPrototypePush(output, moreItems(array.length - length));
  return output;
}

const arrayIndex = /^(?:0|[1-9][0-9]*)$/;
const largestIndex = 2 ** 32 - 2;

// Continues from the first hole, at `start`, with the existing keys: there may be billions of holes.
function formatSparseArray(ctx, array, depth, most, output, start) {
  const holes = (count) => ArrayPrototypePush(output, ctx.stylize(`<${plural(count, 'empty item')}>`, 'undefined'));
  const keys = keysOf(array);
  let next = start;
  for (let i = start; i < keys.length && output.length < most; i++) {
    const index = Number(keys[i]);
    if (RegExpPrototypeExec(arrayIndex, keys[i]) === null || index > largestIndex) break;
    if (index !== next) {
      holes(index - next);
      next = index;
      if (output.length === most) break;
    }
    ArrayPrototypePush(output, ctx.property(array, depth, keys[i], kArrayType));
    next++;
  }
  const remaining = array.length - next;
  if (remaining > 0) {
    if (output.length === most) ArrayPrototypePush(output, moreItems(remaining));
    else holes(remaining);
  }
  return output;
}

function formatTypedArray(ctx, array, length) {
  const most = shownLength(ctx, length);
  const format = length > 0 && typeof array[0] === 'bigint' ? formatBigInt : formatNumber;
  const output = [];
  for (let i = 0; i < most; i++) ArrayPrototypePush(output, format(ctx.stylize, array[i], ctx.numericSeparator));
  if (length > most) ArrayPrototypePush(output, moreItems(length - most));
  return output;
}

function formatArrayBuffer(ctx, buffer) {
  let bytes;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return [ctx.stylize('(detached)', 'special')];
  }
  const most = shownLength(ctx, bytes.length);
  let hex = '';
  for (let i = 0; i < most; i++) hex += `${i === 0 ? '' : ' '}${StringPrototypePadStart(NumberPrototypeToString(bytes[i], 16), 2, '0')}`;
  const remaining = bytes.length - ctx.maxArrayLength;
  const more = remaining > 0 ? ` ... ${plural(remaining, 'more byte')}` : '';
  return [`${ctx.stylize('[Uint8Contents]', 'special')}: <${hex}${more}>`];
}

// ---- collections

// Iterates with captured methods: users may have replaced those of the prototypes.
function* take(iterator, next, count) {
  for (let i = 0; i < count; i++) {
    const { value, done } = ReflectApply(next, iterator, []);
    if (done) return;
    yield value;
  }
}

function formatSet(ctx, set, depth, size) {
  const most = shownLength(ctx, size);
  const values = take(ReflectApply(setValues, set, []), setIteratorNext, most);
  return indented(ctx, () => {
    const output = ArrayFrom(values, (value) => ctx.value(value, depth));
    if (size > most) ArrayPrototypePush(output, moreItems(size - most));
    return output;
  });
}

function formatMap(ctx, map, depth, size) {
  const most = shownLength(ctx, size);
  const entries = take(ReflectApply(mapEntries, map, []), mapIteratorNext, most);
  return indented(ctx, () => {
    const output = ArrayFrom(entries, ({ 0: key, 1: value }) => `${ctx.value(key, depth)} => ${ctx.value(value, depth)}`);
    if (size > most) ArrayPrototypePush(output, moreItems(size - most));
    return output;
  });
}

// `entries` are values, or alternating keys and values; `format` makes one part from one or two of them.
function formatPreview(ctx, entries, width, format) {
  const count = entries.length / width;
  const most = shownLength(ctx, count);
  const output = indented(ctx, () => ArrayFrom({ __proto__: null, length: most }, (_, i) =>
    format(entries[i * width], entries[i * width + 1])));
  return { output, more: count > most ? [moreItems(count - most)] : [] };
}

// Weak collections have no order: they are sorted by their texts.
function formatWeakEntries(ctx, entries, width, format) {
  const { output, more } = formatPreview(ctx, entries, width, format);
  if (!ctx.sorted) ArrayPrototypeSort(output);
  return joinLists(output, more);
}

function formatWeakSet(ctx, set, depth) {
  if (!ctx.showHidden) return formatWeakCollection(ctx);
  return formatWeakEntries(ctx, previewEntries(set)[0], 1, (value) => ctx.value(value, depth));
}

function formatWeakMap(ctx, map, depth) {
  if (!ctx.showHidden) return formatWeakCollection(ctx);
  return formatWeakEntries(ctx, previewEntries(map)[0], 2,
                           (key, value) => `${ctx.value(key, depth)} => ${ctx.value(value, depth)}`);
}

const formatWeakCollection = (ctx) => [ctx.stylize('<items unknown>', 'special')];

// The remaining entries of the iterator. An iterator over entries is marked in its opening brace.
function formatIterator(ctx, iterator, depth, braces) {
  const { 0: entries, 1: isKeyValue } = previewEntries(iterator);
  if (!isKeyValue) {
    const { output, more } = formatPreview(ctx, entries, 1, (value) => ctx.value(value, depth));
    return joinLists(output, more);
  }
  braces[0] = replacePattern(/ Iterator] {$/, braces[0], ' Entries] {');
  const { output, more } = formatPreview(ctx, entries, 2, (key, value) =>
    joinParts(ctx, [ctx.value(key, depth), ctx.value(value, depth)], '', ['[', ']'], kArrayExtrasType, depth));
  return joinLists(output, more);
}

function iteratorBraces(type, tag) {
  const ownTag = tag === '' || tag === `${type} Iterator` ? '' : `${tag}] [`;
  return [`[${ownTag}${type} Iterator] {`, '}'];
}

// ---- the rest

function formatPromise(ctx, promise, depth) {
  const { 0: state, 1: result } = getPromiseDetails(promise);
  if (state === kPending) return [ctx.stylize('<pending>', 'special')];
  const text = indented(ctx, () => ctx.value(result, depth));
  return [state === kRejected ? `${ctx.stylize('<rejected>', 'special')} ${text}` : text];
}

// Exports of a module still in evaluation throw when read.
function formatNamespace(ctx, namespace, depth, keys) {
  return ArrayPrototypeMap(ArrayPrototypeSplice(keys, 0), (key) => {
    try {
      return ctx.property(namespace, depth, key, kObjectType);
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      const shown = ctx.property({ [key]: '' }, depth, key, kObjectType);
      return StringPrototypeSlice(shown, 0, StringPrototypeLastIndexOf(shown, ' ') + 1) + ctx.stylize('<uninitialized>', 'special');
    }
  });
}

const valueOf = {
  Number: NumberPrototype.valueOf,
  String: StringPrototype.valueOf,
  Boolean: BooleanPrototype.valueOf,
  BigInt: BigIntPrototype.valueOf,
  Symbol: SymbolPrototype.valueOf,
};

// "[Number: 3]"; the characters of a string object are not listed.
function describeBoxed(ctx, boxed, kind, keys, constructor, tag) {
  const primitive = ReflectApply(valueOf[kind], boxed, []);
  if (kind === 'String') ArrayPrototypeSplice(keys, 0, primitive.length);
  let text = `[${kind}`;
  if (constructor === null) text += ' (null prototype)';
  else if (constructor !== kind) text += ` (${constructor})`;
  text += `: ${formatPrimitive(noStyle, primitive, ctx)}]`;
  if (tag !== '' && tag !== constructor) text += ` [${tag}]`;
  return keys.length !== 0 || ctx.stylize === noStyle ? text : ctx.stylize(text, StringPrototypeToLowerCase(kind));
}

safeGenerators(take);

module.exports = {
  describeBoxed,
  formatArray,
  formatArrayBuffer,
  formatIterator,
  formatMap,
  formatNamespace,
  formatPromise,
  formatSet,
  formatTypedArray,
  formatWeakMap,
  formatWeakSet,
  iteratorBraces,
};
