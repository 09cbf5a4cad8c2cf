'use strict';

// The violations that are still in the core, as a number for each file and rule: `baseline/RULE.txt`. They can only become
// fewer: a file with more of them than its number fails, and so does a number that is larger than what is left.

const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

function read(folder, rule) {
  const file = join(folder, `${rule}.txt`);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => {
    const [count, path] = line.trim().split(' ');
    return [path, Number(count)];
  }));
}

function write(folder, found) {
  mkdirSync(folder, { recursive: true });
  for (const [rule, byFile] of found) {
    const lines = [...byFile].map(([path, violations]) => `${violations.length} ${path}\n`);
    writeFileSync(join(folder, `${rule}.txt`), `# Violations of ${rule} that are left. Written by lint/run --update; they can only become fewer.\n${lines.join('')}`);
  }
}

// Messages for what is new, and for what is no longer there.
function compare(folder, found) {
  const messages = [];
  for (const [rule, byFile] of found) {
    const allowed = read(folder, rule);
    for (const [path, violations] of byFile) {
      const limit = allowed.get(path) ?? 0;
      if (violations.length > limit) {
        messages.push(`${path}: ${violations.length} violations of ${rule}, ${limit} allowed:`);
        for (const { line, message } of violations) messages.push(`  ${path}:${line} ${message}`);
      }
    }
    for (const [path, limit] of allowed) {
      const count = byFile.get(path)?.length ?? 0;
      if (count < limit) messages.push(`${path}: ${count} violations of ${rule} are left of ${limit}. Lower the baseline: lint/run --update`);
    }
  }
  return messages;
}

// Whether any number would grow.
function grows(folder, found) {
  return [...found].some(([rule, byFile]) => {
    const allowed = read(folder, rule);
    return [...byFile].some(([path, violations]) => violations.length > (allowed.get(path) ?? 0));
  });
}

module.exports = { compare, grows, write };
