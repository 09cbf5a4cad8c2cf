'use strict';

// The reporter `lcov`: coverage in the format of the tool of that name, one section for each file.

const { ArrayPrototypeSort, copyList, itemsOf } = require('internal/primordials');
const { Transform } = require('stream');
const path = require('path');

function sectionOf(file, workingDirectory) {
  let text = `SF:${path.relative(workingDirectory, file.path)}\n`;
  const { functions, branches, lines } = file;
  const nameOf = (i) => functions[i].name || `anonymous_${i}`;
  for (let i = 0; i < functions.length; i++) text += `FN:${functions[i].line},${nameOf(i)}\n`;
  for (let i = 0; i < functions.length; i++) text += `FNDA:${functions[i].count},${nameOf(i)}\n`;
  text += `FNF:${file.totalFunctionCount}\nFNH:${file.coveredFunctionCount}\n`;
  for (let i = 0; i < branches.length; i++) text += `BRDA:${branches[i].line},${i},0,${branches[i].count}\n`;
  text += `BRF:${file.totalBranchCount}\nBRH:${file.coveredBranchCount}\n`;
  for (const { line, count } of itemsOf(ArrayPrototypeSort(copyList(lines), (one, other) => one.line - other.line))) {
    text += `DA:${line},${count}\n`;
  }
  return `${text}LH:${file.coveredLineCount}\nLF:${file.totalLineCount}\nend_of_record\n`;
}

class LcovReporter extends Transform {
  constructor(options) {
    super({ ...options, writableObjectMode: true, __proto__: null });
  }

  _transform({ type, data }, encoding, callback) {
    if (type !== 'test:coverage') {
      callback(null);
      return;
    }
    try {
      const { files, workingDirectory } = data.summary;
      let text = 'TN:\n';
      for (const file of itemsOf(files)) text += sectionOf(file, workingDirectory);
      callback(null, text);
    } catch (error) {
      callback(error);
    }
  }
}

module.exports = LcovReporter;
