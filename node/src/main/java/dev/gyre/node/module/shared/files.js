'use strict';

// The files that modules are loaded from: those of the system by fast calls, those of a mounted node:vfs by fs.

const {
  ArrayPrototypePush, ObjectKeys, ReflectApply, SafeMap, StringPrototypeIncludes, copyList,
} = require('internal/primordials');
const fs = require('fs');
const { isElsewhere } = require('internal/fs/elsewhere');

const native = binding('module');
const { readFileSync, realpathSync, statSync } = fs;

// Returns 0 for a file, 1 for a folder, a negative number otherwise.
function stat(file) {
  if (!isElsewhere(file)) return native.stat(file);
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? -2 : stats.isDirectory() ? 1 : 0;
}

// The number of the first of these extensions with which the path is that of a file; -1 if none is. They stand in one text,
// separated by zeros.
const firstFile = (base, extensions) => (isElsewhere(base) ? undefined : native.firstFile(base, extensions));

// A program may have replaced the function of fs, and Node calls that.
function realpath(file) {
  if (fs.realpathSync !== realpathSync) return fs.realpathSync(file, {});
  return isElsewhere(file) ? realpathSync(file) : native.realpath(file);
}

// The text that was read last. Java has it too: what is compiled is mostly that, and need not be sent back (`sent`).
let lastText;

function readText(file) {
  lastText = undefined;
  if (isElsewhere(file)) return readFileSync(file, 'utf8');
  return lastText = native.readText(file);
}

// What stands for a source in a native call that compiles it: undefined if it is the text that was read last.
function sent(source) {
  if (lastText === undefined) return source;
  const isLast = source === lastText;
  lastText = undefined;
  return isLast ? undefined : source;
}

function readTextIfFile(file) {
  if (!isElsewhere(file)) return native.readTextIfFile(file);
  return stat(file) === 0 ? readFileSync(file, 'utf8') : undefined;
}

// ---- what is known of them

const { prototype: { delete: deleteOf } } = SafeMap;
const maps = []; // SafeMaps with paths or URLs in their keys
const objects = [];

const keepKnown = (map) => { ArrayPrototypePush(maps, map); };

// For objects that programs see, and may replace by others.
const keepKnownObject = (get) => { ArrayPrototypePush(objects, get); };

// Forgets all files whose paths contain this.
function forget(part) {
  for (let i = 0; i < maps.length; i++) {
    for (let j = 0, items = copyList(maps[i]); j < items.length; j++) {
      const { 0: key } = items[j];
      if (StringPrototypeIncludes(key, part)) ReflectApply(deleteOf, maps[i], [key]);
    }
  }
  for (let i = 0; i < objects.length; i++) {
    const object = objects[i]();
    for (let j = 0, keys = ObjectKeys(object); j < keys.length; j++) {
      if (StringPrototypeIncludes(keys[j], part)) delete object[keys[j]];
    }
  }
}

module.exports = { firstFile, forget, keepKnown, keepKnownObject, readText, readTextIfFile, realpath, sent, stat };
