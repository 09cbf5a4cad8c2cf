'use strict';

// `main.js [--update [--allow-growth]] [--list RULE [FILE]]`. Without options: fails if the core breaks a rule more often
// than the baseline says, or less often. --update lowers the baseline; --allow-growth lets it grow too, which needs a reason
// in the commit.

const { join } = require('node:path');
const { CORE } = require('./core_files');
const { lint } = require('./lint');
const baseline = require('./baseline');

const FOLDER = join(__dirname, 'baseline');
const options = process.argv.slice(2);
const found = lint(CORE);

if (options.includes('--list')) {
  const [, rule, only] = options.slice(options.indexOf('--list'));
  for (const [path, violations] of found.get(rule)) {
    if (only === undefined || path.startsWith(only)) for (const { line, message } of violations) console.log(`${path}:${line} ${message}`);
  }
} else if (options.includes('--update')) {
  if (baseline.grows(FOLDER, found) && !options.includes('--allow-growth')) {
    console.error(`${baseline.compare(FOLDER, found).join('\n')}\nThe baseline can only shrink: correct these.`);
    process.exitCode = 1;
  } else {
    baseline.write(FOLDER, found);
  }
} else {
  const messages = baseline.compare(FOLDER, found);
  if (messages.length > 0) {
    console.error(messages.join('\n'));
    process.exitCode = 1;
  }
}
for (const [rule, byFile] of found) {
  let count = 0;
  for (const violations of byFile.values()) count += violations.length;
  console.log(`${rule}: ${count} in ${byFile.size} files`);
}
