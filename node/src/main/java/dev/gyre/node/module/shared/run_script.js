'use strict';

// gyre --run NAME: runs a command of the nearest package.json's "scripts" in that file's folder. Without a name it lists them.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, JSONParse, ObjectEntries, ObjectHasOwn, RegExpPrototypeExec,
  joinLists, replacePattern,
} = require('internal/primordials');
const fs = require('fs');
const path = require('path');

const EXIT_WITHOUT_NAME = 9;
const special = /[\t\n\r "#$&'()*;<>?\\`|~[\]]/;

// An argument as a word of the shell.
function quoted(word) {
  if (word === '') return "''";
  if (RegExpPrototypeExec(special, word) === null) return word;
  return replacePattern(/^(?:'')+(?!$)/, `'${replacePattern(/'/g, word, `'"'"'`)}'`, '');
}

// { file, text, folders }: the nearest package.json, and all node_modules/.bin from here to the root.
function find(start) {
  const folders = [];
  let file;
  let text;
  for (let folder = start; folder !== '/'; folder = path.dirname(folder)) {
    const bin = path.join(folder, 'node_modules', '.bin');
    if (fs.statSync(bin, { throwIfNoEntry: false })?.isDirectory()) ArrayPrototypePush(folders, bin);
    const candidate = path.join(folder, 'package.json');
    if (file !== undefined || !fs.existsSync(candidate)) continue;
    file = candidate;
    text = fs.readFileSync(candidate, 'utf8');
  }
  return { file, text, folders };
}

// The command, or what is wrong: { command, complaint, exitCode }
function commandOf(name, { file, text }, folder) {
  if (file === undefined) return { complaint: `Can't find package.json for directory ${folder}\n` };
  if (RegExpPrototypeExec(/^[\t\n\r ]*[^\t\n\r {]/, text) !== null) return { complaint: `Root value unexpected not an object for ${file}\n\n` };
  let data;
  try {
    data = JSONParse(text);
  } catch {
    return { complaint: `Can't parse ${file}\n` };
  }
  const { scripts } = data;
  if (typeof scripts !== 'object' || scripts === null) return { complaint: `Can't find "scripts" field in ${file}\n` };
  if (name === '') return { complaint: available(scripts), exitCode: EXIT_WITHOUT_NAME };
  if (!ObjectHasOwn(scripts, name)) return { complaint: `Missing script: "${name}" for ${file}\n\n${available(scripts)}` };
  if (typeof scripts[name] !== 'string') return { complaint: `Script "${name}" is unexpectedly not a string for ${file}\n\n` };
  return { command: scripts[name] };
}

function available(scripts) {
  let text = 'Available scripts are:\n';
  for (let i = 0, list = ObjectEntries(scripts); i < list.length; i++) {
    if (typeof list[i][1] === 'string') text += `  ${list[i][0]}: ${list[i][1]}\n`;
  }
  return text;
}

function run(name, args) {
  const folder = process.cwd();
  const found = find(folder);
  const { command, complaint, exitCode = 1 } = commandOf(name, found, folder);
  if (complaint !== undefined) {
    binding('process').writeStderr(complaint);
    process.exit(exitCode);
  }
  const { status, error } = require('child_process').spawnSync('/bin/sh', ['-c', ArrayPrototypeJoin(joinLists([command], ArrayPrototypeMap(args, quoted)), ' ')], {
    stdio: 'inherit',
    cwd: path.dirname(found.file),
    env: {
      ...process.env,
      PATH: ArrayPrototypeJoin(joinLists(found.folders, [process.env.PATH ?? '']), ':'),
      NODE_RUN_SCRIPT_NAME: name,
      NODE_RUN_PACKAGE_JSON_PATH: found.file,
    },
  });
  if (error !== undefined) binding('process').writeStderr(`Error: ${error.message}\n`);
  process.exit(status > 0 ? 1 : 0);
}

module.exports = { run };
