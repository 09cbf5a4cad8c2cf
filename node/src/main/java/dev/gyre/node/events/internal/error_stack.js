'use strict';

// An 'error' event without a listener throws its error, whose stack shows where the error was created but not where it was
// emitted. This adds a function to the error that appends the second stack when an uncaught exception is printed. Frames
// that both stacks share are left out.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypeSlice, ArrayPrototypeSplice, ErrorCaptureStackTrace,
  ObjectDefineProperty, StringPrototypeSplit,
} = require('internal/primordials');
const { kEnhanceStackBeforeInspector } = require('internal/errors');

const MIN_SHARED_FRAMES = 4;

function noteEmitSite(err, emitter, emit) {
  try {
    const site = {};
    ErrorCaptureStackTrace(site, emit);
    ObjectDefineProperty(err, kEnhanceStackBeforeInspector, {
      __proto__: null,
      configurable: true,
      value: () => err.stack + emitSiteText(err.stack, site.stack, emitter),
    });
  } catch {
    // A frozen or exotic error object keeps its own stack only.
  }
}

function emitSiteText(errStack, siteStack, emitter) {
  let on = '';
  try {
    const { name } = emitter.constructor;
    if (name !== 'EventEmitter') on = ` on ${name} instance`;
  } catch {
    // An emitter without a readable constructor isn't named.
  }
  const errFrames = ArrayPrototypeSlice(StringPrototypeSplit(errStack, '\n'), 1);
  const frames = ArrayPrototypeSlice(StringPrototypeSplit(siteStack, '\n'), 1);
  const { start, length } = sharedRun(frames, errFrames);
  if (length > 0)
    ArrayPrototypeSplice(frames, start + 1, length - 2, '    [... lines matching original stack trace ...]');
  return `\nEmitted 'error' event${on} at:\n${ArrayPrototypeJoin(frames, '\n')}`;
}

// The first run of at least MIN_SHARED_FRAMES frames of `frames` that also occurs in `others`.
function sharedRun(frames, others) {
  for (let start = 0; start <= frames.length - MIN_SHARED_FRAMES; start++) {
    const at = ArrayPrototypeIndexOf(others, frames[start]);
    if (at < 0) continue;
    let length = 0;
    while (start + length < frames.length && frames[start + length] === others[at + length]) length++;
    if (length >= MIN_SHARED_FRAMES) return { start, length };
  }
  return { start: 0, length: 0 };
}

module.exports = { noteEmitSite };
