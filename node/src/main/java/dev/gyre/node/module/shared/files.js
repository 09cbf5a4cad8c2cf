'use strict';

// The files that modules are loaded from: those of the system by fast calls, those of a mounted node:vfs by fs.

const {
  ArrayPrototypePush, ObjectKeys, ReflectApply, SafeMap, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeSlice, copyList,
} = require('internal/primordials');
const fs = require('fs');
const { readCachedFunction } = require('internal/compiler');
const { nativeCalls } = require('internal/core');
const { isElsewhere, mounted } = require('internal/fs/elsewhere');
const permission = require('internal/permission/model');

const native = binding('module');
const { readFileSync, realpathSync, statSync } = fs;

// Notes that one of these native functions was called, none of which changes a file. Afterwards: one that throws counts as any
// other, so that the number below never goes back.
function read(answer) {
  nativeCalls.reads++;
  return answer;
}

// A number that changes with every other native call: a file that the program makes or removes meanwhile changes it.
const changes = () => nativeCalls.calls - nativeCalls.reads;

// Whether native calls tell all that there is to know of files.
const arePlain = () => mounted.ask === null && fs.realpathSync === realpathSync;

// Returns 0 for a file, 1 for a folder, a negative number otherwise.
function stat(file) {
  if (!isElsewhere(file)) return read(native.stat(file));
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? -2 : stats.isDirectory() ? 1 : 0;
}

// What a path leads to: the real path of a file, 1 for a folder, a negative number for neither. Where the path itself is no
// file, or `isWhole` is false, it is tried with the extensions, which stand in one text, separated by zeros. Undefined where
// several calls have to find out.
function find(path, isWhole, extensions) {
  if (fs.realpathSync !== realpathSync || isElsewhere(path)) return undefined;
  if (extensions === undefined) return read(native.find(path, AS_IT_IS));
  const how = isWhole ? AND_EXTENDED : ONLY_EXTENDED;
  if (extensions === lastExtensions) return read(native.find(path, how));
  lastExtensions = undefined;
  const found = read(native.find(path, how, extensions));
  lastExtensions = extensions;
  return found;
}

const AS_IT_IS = 0;
const AND_EXTENDED = 1;
const ONLY_EXTENDED = 2;

let lastExtensions; // those that Java has; each text costs a call several microseconds

// The number of the first of these paths, separated by zeros, that is a folder, or -1. Undefined where it is not known.
const firstFolder = (paths) => (mounted.ask !== null ? undefined : read(native.firstFolder(paths)));

// A program may have replaced the function of fs, and Node calls that.
function realpath(file) {
  if (fs.realpathSync !== realpathSync) return fs.realpathSync(file, {});
  return isElsewhere(file) ? realpathSync(file) : read(native.realpath(file));
}

// The text that was read last. Java has it too: what is compiled is mostly that, and need not be sent back (`sent`).
let lastText;

function readText(file) {
  lastText = undefined;
  if (isElsewhere(file)) return readFileSync(file, 'utf8');
  return lastText = read(native.readText(file));
}

// With the compile cache: the function of a CommonJS module, or its text if the cache has none for it.
function readFunction(file) {
  lastText = undefined;
  if (isElsewhere(file)) return readFileSync(file, 'utf8');
  const found = readCachedFunction(file);
  if (typeof found === 'function') return found;
  return typeof found === 'string' ? lastText = found : readText(file); // its syntax error, if there is one, is told later
}

// What stands for a source in a native call that compiles it: undefined if it is the text that was read last.
function sent(source) {
  if (lastText === undefined) return source;
  const isLast = source === lastText;
  lastText = undefined;
  return isLast ? undefined : source;
}

function readTextIfFile(file) {
  if (!isElsewhere(file)) return read(native.readTextIfFile(file));
  return stat(file) === 0 ? readFileSync(file, 'utf8') : undefined;
}

// The nearest package.json, in this folder or above, below node_modules: [folder, text], or null if there is none. A text that
// was told before is empty. Undefined where the folders have to be asked one by one.
function packageAbove(folder) {
  if (mounted.ask !== null || permission.isEnabled()) return undefined;
  const found = read(native.packageAbove(folder));
  if (found === null || found === undefined) return null;
  const cut = StringPrototypeIndexOf(found, '\0');
  return [StringPrototypeSlice(found, 0, cut), StringPrototypeSlice(found, cut + 1)];
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

module.exports = {
  arePlain, changes, find, firstFolder, forget, keepKnown, keepKnownObject, packageAbove, readFunction, readText, readTextIfFile,
  realpath, sent, stat,
};
