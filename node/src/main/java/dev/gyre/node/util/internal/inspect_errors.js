'use strict';

// Errors as inspect() shows them: the stack, whose first line names the class, without frames that repeat those of the cause
// or themselves. With colours, the user's own code is bright and the rest faint.

const {
  ArrayIsArray, ArrayPrototypeAt, ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeJoin,
  ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeReverse, ArrayPrototypeSlice, ArrayPrototypeSplice,
  ErrorPrototype, ObjectHasOwn: hasOwn, ObjectPrototype, ReflectApply, RegExpPrototypeExec, SafeMap, SafeSet,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeRepeat, StringPrototypeReplace,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, copyList, joinLists,
  removeAt, replacePattern,
} = require('internal/primordials');
const { isError } = require('internal/util');
const { getPrefix } = require('internal/util/inspect_names');

const errorToString = ErrorPrototype.toString;
const objectToString = ObjectPrototype.toString;
// Parts outside of the nesting of the value don't count for depth and line breaking.
const noDepth = NaN;

// Reads a property that may be a getter that throws: [value, hasThrown].
function tryGet(object, name) {
  try {
    return [object[name], false];
  } catch {
    return [undefined, true];
  }
}

function getStackString(ctx, error) {
  const { 0: stack } = tryGet(error, 'stack');
  const head = () => ReflectApply(errorToString, error, []);
  if (!stack) return head();
  if (typeof stack === 'string') return stack;
  ArrayPrototypePush(ctx.seen, error);
  ctx.indentation += 4;
  const shown = ctx.value(stack, noDepth);
  ctx.indentation -= 4;
  ArrayPrototypePop(ctx.seen);
  return `${head()}\n    ${shown}`;
}

// ---- repeated frames

const leastRepeated = 4;

// The first run of at least four lines that `lines` has in common with `others`: [length, start], or [0, 0].
function identicalSequenceRange(lines, others) {
  for (let i = 0; i < lines.length - leastRepeated + 1; i++) {
    const position = ArrayPrototypeIndexOf(others, lines[i]);
    if (position === -1 || others.length - position < leastRepeated) continue;
    let length = 1;
    while (i + length < lines.length && position + length < others.length &&
           lines[i + length] === others[position + length]) length++;
    if (length >= leastRepeated) return [length, i];
  }
  return [0, 0];
}

function leaveOutFramesOfCause(ctx, error, frames) {
  const { 0: cause } = tryGet(error, 'cause');
  if (cause == null || !isError(cause)) return;
  const stack = getStackString(ctx, cause);
  const start = StringPrototypeIndexOf(stack, '\n    at');
  if (start === -1) return;
  const { 0: length, 1: offset } = identicalSequenceRange(frames, StringPrototypeSplit(StringPrototypeSlice(stack, start + 1), '\n'));
  if (length === 0) return;
  const skipped = length - 2;
  const note = `    ... ${skipped} lines matching cause stack trace ...`;
  ArrayPrototypeSplice(frames, offset + 1, skipped, ctx.stylize(note, 'undefined'));
}

// How often the block of `size` lines at `start` is repeated right after itself.
function countRepeats(frames, start, size) {
  let repeats = 0;
  for (let at = start + size; ; at += size, repeats++) {
    for (let j = 0; j < size; j++) {
      if (frames[start + j] !== frames[at + j]) return repeats;
    }
  }
}

// Candidates for the length of a repeating block, from the distances at which its first line occurs again: the greatest
// common divisor of these distances, then the intermediate values of Euclid's algorithm.
function blockSizes(distances) {
  const others = new SafeSet();
  let divisor = 0;
  for (let i = 0; i < distances.length; i++) {
    const distance = distances[i];
    for (let rest = distance; rest !== 0;) {
      if (divisor !== 0) others.add(divisor);
      ({ 0: divisor, 1: rest } = [rest, divisor % rest]);
    }
    if (divisor === 1) break;
  }
  others.delete(divisor);
  return joinLists([divisor], ArrayPrototypeReverse(copyList(others)));
}

// Recursion fills stacks with copies of the same few lines. Removes the copies.
function collapseRepeats(ctx, frames) {
  const positionsOf = new SafeMap();
  ArrayPrototypeForEach(frames, (frame, i) => {
    const positions = positionsOf.get(frame);
    if (positions === undefined) positionsOf.set(frame, [i]);
    else ArrayPrototypePush(positions, i);
  });
  if (frames.length - positionsOf.size <= 3) return;
  const collapsed = [];
  for (let i = 0; i < frames.length - 3; i++) {
    const positions = positionsOf.get(frames[i]);
    if (ArrayPrototypeAt(positions, -1) - i < 3) continue;
    let best = { size: 0, repeats: 0 };
    const distances = ArrayPrototypeMap(ArrayPrototypeSlice(positions, ArrayPrototypeIndexOf(positions, i) + 1), (position) => position - i);
    for (let j = 0, list = blockSizes(distances); j < list.length; j++) {
      const size = list[j];
      const repeats = countRepeats(frames, i, size);
      if (repeats * size > best.repeats * best.size) best = { size, repeats };
    }
    if (best.repeats * best.size >= 3) {
      ArrayPrototypePush(collapsed, { start: i + best.size, ...best });
      i += best.size * (best.repeats + 1) - 1;
    }
  }
  for (let k = 0, items = ArrayPrototypeReverse(collapsed); k < items.length; k++) {
    const { start, size, repeats } = items[k];
    const note = `    ... collapsed ${size * repeats} duplicate lines matching above ` +
      `${repeats > 1 ? `${size} lines ${repeats} times...` : 'lines ...'}`;
    ArrayPrototypeSplice(frames, start, size * repeats, ctx.stylize(note, 'undefined'));
  }
}

function getFrames(ctx, error, stack) {
  const frames = StringPrototypeSplit(stack, '\n');
  leaveOutFramesOfCause(ctx, error, frames);
  if (frames.length > 10) collapseRepeats(ctx, frames);
  return frames;
}

// ---- the first line

// Adds the class to the first line if the name alone doesn't show it: "Foo [Error]: text", "TypeError [Foo]: text".
function improveStack(stack, constructor, name, tag) {
  let improved = stack;
  let length = name.length;
  if (typeof name !== 'string') {
    improved = StringPrototypeReplace(stack, `${name}`, `${name} [${StringPrototypeSlice(getPrefix(constructor, tag, 'Error'), 0, -1)}]`);
  }
  const isRegular = constructor === null ||
    (StringPrototypeEndsWith(`${name}`, 'Error') && StringPrototypeStartsWith(improved, name) &&
     (improved.length === length || improved[length] === ':' || improved[length] === '\n'));
  if (!isRegular) return improved;
  let fallback = 'Error';
  if (constructor === null) {
    const start = RegExpPrototypeExec(/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/, improved) ??
      RegExpPrototypeExec(/^([a-z_A-Z0-9-]*Error)$/, improved);
    fallback = start?.[1] || '';
    length = fallback.length;
    fallback ||= 'Error';
  }
  const prefix = StringPrototypeSlice(getPrefix(constructor, tag, fallback), 0, -1);
  if (name === prefix) return improved;
  if (!StringPrototypeIncludes(prefix, name)) return `${prefix} [${name}]${StringPrototypeSlice(improved, length)}`;
  return length === 0 ? `${prefix}: ${improved}` : `${prefix}${StringPrototypeSlice(improved, length)}`;
}

// ---- colours

const coreFrame = /^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+\)?$/;

// Underlines the name of each package in node_modules/name or node_modules/@scope/name.
function markNodeModules(ctx, line) {
  return replacePattern(/(?<=([/\\])node_modules[/\\])(?:@[^/\\]*[/\\])?[^/\\]*/g, line, (name) => ctx.stylize(name, 'module'));
}

// Makes the current directory faint, including the parenthesis around the path.
function markDirectory(ctx, line, directory) {
  let start = StringPrototypeIndexOf(line, directory);
  if (start === -1) return line;
  let length = directory.length;
  if (StringPrototypeSlice(line, start - 7, start) === 'file://') {
    start -= 7;
    length += 7;
  }
  const isEnclosed = line[start - 1] === '(';
  const from = isEnclosed ? start - 1 : start;
  const isClosed = isEnclosed && StringPrototypeEndsWith(line, ')');
  const end = start + length + 1;
  return StringPrototypeSlice(line, 0, from) + ctx.stylize(StringPrototypeSlice(line, from, end), 'undefined') +
    StringPrototypeSlice(line, end, isClosed ? -1 : line.length) + (isClosed ? ctx.stylize(')', 'undefined') : '');
}

function currentDirectory() {
  try {
    return process.cwd();
  } catch {
    return undefined; // it was deleted
  }
}

function colourFrames(ctx, frames) {
  const core = require('internal/core');
  const directory = currentDirectory();
  let directoryUrl;
  return ArrayPrototypeMap(frames, (frame) => {
    const { 1: id } = RegExpPrototypeExec(coreFrame, frame) ?? [];
    if (id !== undefined && core.has(id)) return ctx.stylize(frame, 'undefined');
    const line = markNodeModules(ctx, frame);
    if (directory === undefined) return line;
    const marked = markDirectory(ctx, line, directory);
    if (marked !== line) return marked;
    directoryUrl ??= require('url').pathToFileURL(directory).href;
    return markDirectory(ctx, line, directoryUrl);
  });
}

// ---- the whole error

// Properties that the stack already shows are not listed again.
function hideShownKeys(keys, error, stack, message, name) {
  const remove = (key) => {
    const index = ArrayPrototypeIndexOf(keys, key);
    if (index !== -1) removeAt(keys, index);
  };
  remove('stack');
  for (let i = 0, list = [['message', message], ['name', name]]; i < list.length; i++) {
    const { 0: key, 1: { 0: value, 1: hasThrown } } = list[i];
    if (!hasThrown && (typeof value !== 'string' || StringPrototypeIncludes(stack, value))) remove(key);
  }
}

// `keys` are the properties that will be listed after the error; some are removed, `cause` and `errors` are added.
function formatError(error, constructor, tag, ctx, keys) {
  let stack;
  try {
    stack = getStackString(ctx, error);
  } catch {
    return ReflectApply(objectToString, error, []);
  }
  const message = tryGet(error, 'message');
  const name = tryGet(error, 'name');
  if (!ctx.showHidden && keys.length !== 0) hideShownKeys(keys, error, stack, message, name);
  if (hasOwn(error, 'cause') && !ArrayPrototypeIncludes(keys, 'cause')) ArrayPrototypePush(keys, 'cause');
  const { 0: errors } = tryGet(error, 'errors');
  if (ArrayIsArray(errors) && hasOwn(error, 'errors') && !ArrayPrototypeIncludes(keys, 'errors')) ArrayPrototypePush(keys, 'errors');

  stack = improveStack(stack, constructor, name[0] ?? 'Error', tag);
  const { 0: text } = message;
  // A message may contain text that looks like a frame.
  const messageStart = text ? StringPrototypeIndexOf(stack, text) : -1;
  const framesStart = StringPrototypeIndexOf(stack, '\n    at', messageStart > 0 ? messageStart + text.length : 0);
  if (framesStart === -1) {
    stack = `[${stack}]`;
  } else {
    const frames = getFrames(ctx, error, StringPrototypeSlice(stack, framesStart + 1));
    const lines = ctx.colors ? colourFrames(ctx, frames) : frames;
    stack = `${StringPrototypeSlice(stack, 0, framesStart)}\n${ArrayPrototypeJoin(lines, '\n')}`;
  }
  return ctx.indentation === 0 ? stack : StringPrototypeReplaceAll(stack, '\n', `\n${StringPrototypeRepeat(' ', ctx.indentation)}`);
}

module.exports = { formatError, identicalSequenceRange };
