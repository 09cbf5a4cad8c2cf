'use strict';

// The reporter `spec`: a tree of results as they arrive, and the failures again at the end.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush, Date, DatePrototypeToLocaleString, itemsOf,
} = require('internal/primordials');
const { Transform } = require('stream');
const colors = require('internal/util/colors');
const { types } = require('internal/test/failures');
const { signs, colorOf, indent, formatTest } = require('internal/test/reporter_texts');

class SpecReporter extends Transform {
  #started = []; // their line was not written yet, the outermost first
  #failed = [];
  #cwd = process.cwd();

  constructor() {
    super({ __proto__: null, writableObjectMode: true });
    colors.refresh();
  }

  _transform({ type, data }, encoding, callback) {
    callback(null, this.#textOf(type, data));
  }

  _flush(callback) {
    callback(null, this.#failures());
  }

  #textOf(type, data) {
    switch (type) {
      case 'test:fail':
        if (data.details?.error?.failureType !== types.SUBTESTS) ArrayPrototypePush(this.#failed, data);
        return this.#result(type, data);
      case 'test:pass':
        return this.#result(type, data);
      case 'test:start':
        ArrayPrototypePush(this.#started, data);
        return undefined;
      case 'test:stderr':
      case 'test:stdout':
        return data.message;
      case 'test:diagnostic':
      case 'test:log':
        return `${colorOf(data.level) ?? colorOf(type)}${indent(data.nesting)}${signs[type]}${data.message}${colors.white}\n`;
      case 'test:coverage':
        return require('internal/test/coverage_table').coverageTable(
          data.summary, `${indent(data.nesting)}${signs['test:diagnostic']}`, colors.blue);
      case 'test:watch:restarted':
        return `\nRestarted at ${DatePrototypeToLocaleString(new Date())}\n`;
      case 'test:interrupted':
        return this.#interrupted(data.tests);
      case 'test:summary':
        return data.file === undefined ? this.#failures() : undefined;
      default:
        return undefined;
    }
  }

  // The first result below a test writes that test's own line before.
  #result(type, data) {
    ArrayPrototypePop(this.#started); // its own entry
    let prefix = '';
    for (const { nesting, name } of itemsOf(this.#started)) prefix += `${indent(nesting)}${signs.group}${name}\n`;
    this.#started = [];
    return `${formatTest(type, data, { details: false, prefix, indentation: indent(data.nesting) })}\n`;
  }

  #interrupted(tests) {
    const lines = ArrayPrototypeMap(tests, ({ nesting, name, file, line, column }) => {
      const place = file && ` ${colors.gray}(${require('path').relative(this.#cwd, file)}:${line}:${column})${colors.white}`;
      return `${indent(nesting)}${signs.alert}${name}${place ?? ''}\n`;
    });
    return `\n${colors.yellow}Interrupted while running:${colors.white}\n\n${ArrayPrototypeJoin(lines, '')}`;
  }

  #failures() {
    if (this.#failed.length === 0) return '';
    const lines = [`\n${colorOf('test:fail')}${signs['test:fail']}failing tests:${colors.white}\n`];
    for (const data of itemsOf(this.#failed)) {
      if (data.file) {
        ArrayPrototypePush(lines, `test at ${require('path').relative(this.#cwd, data.file)}:${data.line}:${data.column}`);
      }
      ArrayPrototypePush(lines, formatTest('test:fail', data));
    }
    this.#failed = [];
    return ArrayPrototypeJoin(lines, '\n');
  }
}

module.exports = SpecReporter;
