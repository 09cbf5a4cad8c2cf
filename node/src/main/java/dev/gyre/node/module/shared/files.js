'use strict';

// The files that modules are loaded from: those of the system by fast calls, those of a mounted node:vfs by fs.
//
// Of the system's, internal/system_calls asks itself what it can. Where it answers undefined, a native function does all of it
// once more, and tells the error if there is one.

const {
  ArrayPrototypePush, ObjectKeys, ReflectApply, SafeMap, SafeSet, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit, copyList,
} = require('internal/primordials');
const fs = require('fs');
const { readCachedFunction } = require('internal/compiler');
const { keptFunction } = require('internal/direct_compiler');
const { nativeCalls } = require('internal/core');
const { isElsewhere, mounted } = require('internal/fs/elsewhere');
const permission = require('internal/permission/model');
const { UV_EISDIR, UV_ENOENT, UV_ENOTDIR } = require('internal/errno');
const systemCalls = require('internal/system_calls');

const { S_IFDIR, S_IFLNK, typeAt } = systemCalls;

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
  if (!isElsewhere(file)) return kindOf(typeAt(file)) ?? read(native.stat(file));
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? NEITHER : stats.isDirectory() ? FOLDER : FILE;
}

const FILE = 0;
const FOLDER = 1;
const NEITHER = -2;

const kindOf = (type) => (type === undefined ? undefined : type < 0 ? NEITHER : type === S_IFDIR ? FOLDER : FILE);

// What a path leads to: the real path of a file, 1 for a folder, a negative number for neither. Where the path itself is no
// file, or `isWhole` is false, it is tried with the extensions, which stand in one text, separated by zeros. Undefined where
// several calls have to find out.
function find(path, isWhole, extensions) {
  if (fs.realpathSync !== realpathSync || isElsewhere(path)) return undefined;
  const found = systemCalls.isAvailable() ? findDirectly(path, isWhole, extensions) : undefined;
  return found ?? findByJava(path, isWhole, extensions);
}

function findDirectly(path, isWhole, extensions) {
  let found = NEITHER;
  if (isWhole) {
    found = fileOrKind(path);
    if (typeof found === 'string' || found === undefined || extensions === undefined) return found;
  }
  if (extensions !== splitFrom) {
    split = StringPrototypeSplit(extensions, '\0');
    splitFrom = extensions;
  }
  for (let i = 0; i < split.length; i++) {
    const extended = fileOrKind(path + split[i]);
    if (typeof extended === 'string' || extended === undefined) return extended;
  }
  return found;
}

let split;
let splitFrom;

// The real path of a file, FOLDER or NEITHER. One look at what is no link tells both.
function fileOrKind(path) {
  const type = typeAt(path, true);
  if (type !== S_IFLNK) return kindOf(type) === FILE ? realpathOfNoLink(path) : kindOf(type);
  const kind = kindOf(typeAt(path));
  return kind === FILE ? read(native.realpath(path)) : kind;
}

// The real paths of folders, so that a file costs one look at itself.
const folders = new SafeMap();

// Of what is there, and is no symbolic link itself. Paths are absolute.
function realpathOfNoLink(path) {
  const cut = StringPrototypeLastIndexOf(path, '/');
  const name = StringPrototypeSlice(path, cut + 1);
  if (cut <= 0 || name === '' || name === '.' || name === '..') return read(native.realpath(path));
  const above = StringPrototypeSlice(path, 0, cut);
  let folder = folders.get(above);
  if (folder === undefined) folders.set(above, folder = realpathOf(above));
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

function realpathOf(path) {
  const type = typeAt(path, true);
  return type === undefined || type < 0 || type === S_IFLNK ? read(native.realpath(path)) : realpathOfNoLink(path);
}

function findByJava(path, isWhole, extensions) {
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
function firstFolder(paths) {
  if (mounted.ask !== null) return undefined;
  if (!systemCalls.isAvailable()) return read(native.firstFolder(paths));
  const list = StringPrototypeSplit(paths, '\0');
  for (let i = 0; i < list.length; i++) {
    const kind = kindOf(typeAt(list[i]));
    if (kind === undefined) return read(native.firstFolder(paths));
    if (kind === FOLDER) return i;
  }
  return -1;
}

// A program may have replaced the function of fs, and Node calls that.
function realpath(file) {
  if (fs.realpathSync !== realpathSync) return fs.realpathSync(file, {});
  return isElsewhere(file) ? realpathSync(file) : realpathOf(file);
}

// The text that was read last. Java has it too: what is compiled is mostly that, and need not be sent back (`sent`).
let lastText;

function readText(file) {
  lastText = undefined;
  if (isElsewhere(file)) return readFileSync(file, 'utf8');
  return lastText = systemCalls.readSource(file) ? systemCalls.sourceText() : read(native.readText(file));
}

// With the compile cache: the function of a CommonJS module, or its text if the cache has none for it.
function readFunction(file) {
  lastText = undefined;
  if (isElsewhere(file)) return readFileSync(file, 'utf8');
  const isRead = systemCalls.readSource(file);
  const found = (isRead ? keptFunction(file) : undefined) ?? readCachedFunction(file, isRead);
  if (typeof found === 'function') return found;
  if (isRead && found === null) return lastText = systemCalls.sourceText();
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
  if (isElsewhere(file)) return stat(file) === FILE ? readFileSync(file, 'utf8') : undefined;
  const text = readPackage(file);
  return text === null ? undefined : text ?? read(native.readTextIfFile(file));
}

// Null if there is no such file.
function readPackage(file) {
  const text = systemCalls.readPackage(file);
  if (typeof text !== 'number') return text;
  return text === UV_ENOENT || text === UV_ENOTDIR || text === UV_EISDIR ? null : undefined;
}

// The nearest package.json, in this folder or above, below node_modules: [folder, text], or null if there is none. A text that
// was told before is empty. Undefined where the folders have to be asked one by one.
function packageAbove(folder) {
  if (mounted.ask !== null || permission.isEnabled()) return undefined;
  const direct = systemCalls.isAvailable() ? packageAboveDirectly(folder) : undefined;
  if (direct !== undefined) return direct;
  const found = read(native.packageAbove(folder));
  if (found === null || found === undefined) return null;
  const cut = StringPrototypeIndexOf(found, '\0');
  return [StringPrototypeSlice(found, 0, cut), StringPrototypeSlice(found, cut + 1)];
}

const toldPackages = new SafeSet();

function packageAboveDirectly(folder) {
  while (!StringPrototypeEndsWith(folder, '/node_modules')) {
    if (toldPackages.has(folder)) return [folder, '']; // it is read once, as in Node
    const text = readPackage(`${folder}/package.json`);
    if (text === undefined) return undefined;
    if (text !== null) {
      toldPackages.add(folder);
      return [folder, text];
    }
    if (folder === '') return null;
    folder = StringPrototypeSlice(folder, 0, StringPrototypeLastIndexOf(folder, '/'));
  }
  return null;
}

// ---- what is known of them

const { prototype: { delete: deleteOf } } = SafeMap;
const maps = []; // SafeMaps with paths or URLs in their keys
const objects = [];

const keepKnown = (map) => { ArrayPrototypePush(maps, map); };
keepKnown(folders);

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
