'use strict';

// --experimental-test-coverage: every process writes what it ran into one folder (NODE_V8_COVERAGE); at the end the files there
// become one summary, for the event 'test:coverage'.

const {
  ArrayPrototypePush, ArrayPrototypeSome, ArrayPrototypeSort, JSONParse, MapPrototypeHas, MapPrototypeSet, MathMax, NumberPrototypeToFixed,
  RegExpPrototypeExec, SafeMap, StringPrototypeIncludes, StringPrototypeLocaleCompare, StringPrototypeStartsWith, itemsOf,
} = require('internal/primordials');
const { codes: { ERR_OPERATION_FAILED } } = require('internal/errors');
const path = require('path');
const { fileURLToPath, pathToFileURL } = require('url');
const { matchesGlob } = require('internal/path/glob');
const { linesOf, applyRange } = require('internal/test/coverage_lines');
const { mergeScript } = require('internal/test/coverage_merge');
const { mapScripts } = require('internal/test/coverage_maps');
const { MOCK_PARAMETER } = require('internal/test/mock_module');

const FILE_NAME = /^coverage-\d+-\d{13}-\d+\.json$/;
const SOURCES = '**/*.{cjs,cts,js,mjs,mts,ts}';

const percentOf = (covered, total) => (total === 0 ? 100 : (covered / total) * 100);

class Coverage {
  #config;
  #folder;
  #outerFolder;
  #excluded;
  #included;
  #sources = new SafeMap(); // URL -> lines; null if they can't be read
  #wanted = new SafeMap();

  constructor(config) {
    const { coverageExcludeGlobs, coverageIncludeGlobs, cwd } = config;
    const { NODE_V8_COVERAGE: outer } = process.env;
    this.#config = config;
    this.#excluded = coverageExcludeGlobs ?? [];
    this.#included = coverageIncludeGlobs ?? [];
    this.#outerFolder = outer && path.resolve(cwd, outer);
    this.#folder = require('fs').mkdtempSync(path.join(require('os').tmpdir(), 'node-coverage-'));
    binding('inspector').startCoverage(this.#folder);
    process.env.NODE_V8_COVERAGE = this.#folder; // for the processes of the files
    require('internal/module/source_maps').keepForCoverage();
  }

  summary() {
    require('internal/module/source_maps').passToCoverage();
    binding('inspector').takeCoverage();
    const files = [];
    for (const script of itemsOf(this.#scripts())) {
      const file = this.#summarize(script);
      if (file !== undefined) ArrayPrototypePush(files, file);
    }
    ArrayPrototypeSort(files, (one, other) => StringPrototypeLocaleCompare(one.path, other.path));
    const { cwd, lineCoverage, branchCoverage, functionCoverage } = this.#config;
    return {
      __proto__: null,
      workingDirectory: cwd,
      files,
      totals: totalsOf(files),
      thresholds: { __proto__: null, line: lineCoverage, branch: branchCoverage, function: functionCoverage },
    };
  }

  // The folder's files go to where the outer process wants them.
  end() {
    const fs = require('fs');
    binding('inspector').stopCoverage();
    if (this.#outerFolder === undefined) {
      delete process.env.NODE_V8_COVERAGE;
    } else {
      process.env.NODE_V8_COVERAGE = this.#outerFolder;
      fs.cpSync(this.#folder, this.#outerFolder, { recursive: true });
    }
    fs.rmSync(this.#folder, { force: true, recursive: true });
  }

  // ---- scripts

  #scripts() {
    const fs = require('fs');
    const scripts = new SafeMap();
    const isWanted = (url) => this.#isWanted(url);
    for (const name of itemsOf(fs.readdirSync(this.#folder))) {
      if (RegExpPrototypeExec(FILE_NAME, name) === null) continue;
      const covered = readJson(path.join(this.#folder, name));
      const found = this.#config.sourceMaps ?
        mapScripts(covered, isWanted, (url, source) => this.#linesOf(url, source)) : covered.result;
      for (const script of itemsOf(found)) {
        const { url } = script;
        if (!isWanted(url)) continue;
        if (scripts.has(url)) mergeScript(scripts.get(url), script);
        else scripts.set(url, script);
      }
    }
    if (this.#config.coverageIncludeAll) this.#addUnused(scripts);
    return scripts.values();
  }

  // Sources that no process loaded.
  #addUnused(scripts) {
    const { cwd } = this.#config;
    const files = require('fs').globSync(SOURCES, { __proto__: null, cwd, exclude: (name) => name === 'node_modules' });
    for (const file of itemsOf(files)) {
      const url = pathToFileURL(path.resolve(cwd, file)).href;
      if (MapPrototypeHas(scripts, url) || !this.#isWanted(url)) continue;
      const lines = this.#linesOf(url);
      if (!lines || lines.length === 0) continue;
      const last = lines[lines.length - 1];
      const all = { startOffset: 0, endOffset: last.startOffset + last.text.length, count: 0 };
      MapPrototypeSet(scripts, url, { url, functions: [{ functionName: '', isBlockCoverage: false, ranges: [all] }] });
    }
  }

  #isWanted(url) {
    let wanted = this.#wanted.get(url);
    if (wanted === undefined) {
      wanted = this.#decide(url);
      this.#wanted.set(url, wanted);
    }
    return wanted;
  }

  #decide(url) {
    if (!StringPrototypeStartsWith(url, 'file:')) return false;
    const absolute = fileURLToPath(url);
    const relative = path.relative(this.#config.cwd, absolute);
    const isIn = (list) => ArrayPrototypeSome(list, (glob) => matchesGlob(relative, glob, false) || matchesGlob(absolute, glob, false));
    if (isIn(this.#excluded)) return false;
    if (this.#included.length > 0) return isIn(this.#included);
    return !StringPrototypeIncludes(url, `${MOCK_PARAMETER}=`) && !StringPrototypeIncludes(url, '/node_modules/');
  }

  #linesOf(url, source) {
    let lines = this.#sources.get(url);
    if (lines !== undefined) return lines;
    try {
      lines = linesOf(source ?? require('fs').readFileSync(fileURLToPath(url), 'utf8'));
    } catch {
      lines = null; // it was deleted, or never was a file
    }
    this.#sources.set(url, lines);
    return lines;
  }

  // ---- summaries

  #summarize({ url, functions }) {
    const lines = this.#linesOf(url);
    if (!lines) return undefined;
    const { functionReports, branchReports, coveredFunctions, coveredBranches } = countRanges(functions, lines);
    const lineReports = [];
    let coveredLines = 0;
    for (const { line, count, isIgnored } of itemsOf(lines)) {
      if (!isIgnored) ArrayPrototypePush(lineReports, { __proto__: null, line, count });
      if (isIgnored || count > 0) coveredLines++;
    }
    return {
      __proto__: null,
      path: fileURLToPath(url),
      ...numbers(lines.length, branchReports.length, functionReports.length, coveredLines, coveredBranches, coveredFunctions),
      functions: functionReports,
      branches: branchReports,
      lines: lineReports,
    };
  }
}

function readJson(file) {
  const text = require('fs').readFileSync(file, 'utf8');
  if (text.length === 0) throw new ERR_OPERATION_FAILED(`coverage file is empty: ${file}`);
  try {
    return JSONParse(text);
  } catch (cause) {
    const error = new ERR_OPERATION_FAILED(`failed to parse coverage file ${file}: ${cause.message}`);
    error.cause = cause;
    throw error;
  }
}

// Every range is a branch. The first function is the script itself.
function countRanges(functions, lines) {
  const functionReports = [];
  const branchReports = [];
  let coveredFunctions = 0;
  let coveredBranches = 0;
  for (let i = 0; i < functions.length; i++) {
    const { functionName, isBlockCoverage, ranges } = functions[i];
    let highest = 0;
    let isCovered = false;
    let firstLine;
    for (let j = 0; j < ranges.length; j++) {
      const { count } = ranges[j];
      const { touched, areIgnored } = applyRange(ranges[j], lines);
      const ran = count !== 0 || areIgnored;
      highest = MathMax(highest, count);
      if (j === 0) {
        isCovered = ran;
        firstLine = touched[0]?.line;
      }
      if (!isBlockCoverage) continue;
      ArrayPrototypePush(branchReports, { __proto__: null, line: touched[0]?.line, count });
      if (ran) coveredBranches++;
    }
    if (i === 0 || ranges.length === 0) continue;
    ArrayPrototypePush(functionReports, { __proto__: null, name: functionName, count: highest, line: firstLine });
    if (isCovered) coveredFunctions++;
  }
  return { functionReports, branchReports, coveredFunctions, coveredBranches };
}

function numbers(totalLineCount, totalBranchCount, totalFunctionCount, coveredLineCount, coveredBranchCount, coveredFunctionCount) {
  return {
    __proto__: null,
    totalLineCount, totalBranchCount, totalFunctionCount, coveredLineCount, coveredBranchCount, coveredFunctionCount,
    coveredLinePercent: percentOf(coveredLineCount, totalLineCount),
    coveredBranchPercent: percentOf(coveredBranchCount, totalBranchCount),
    coveredFunctionPercent: percentOf(coveredFunctionCount, totalFunctionCount),
  };
}

function totalsOf(files) {
  const sum = (name) => {
    let all = 0;
    for (const file of itemsOf(files)) all += file[name];
    return all;
  };
  return numbers(sum('totalLineCount'), sum('totalBranchCount'), sum('totalFunctionCount'), sum('coveredLineCount'),
                 sum('coveredBranchCount'), sum('coveredFunctionCount'));
}

/** A message for each threshold that the coverage does not meet. */
function missed({ totals }, { lineCoverage, branchCoverage, functionCoverage }) {
  const messages = [];
  const check = (name, percent, threshold) => {
    if (percent >= threshold) return;
    ArrayPrototypePush(
      messages, `Error: ${NumberPrototypeToFixed(percent, 2)}% ${name} coverage does not meet threshold of ${threshold}%.`);
  };
  check('line', totals.coveredLinePercent, lineCoverage);
  check('branch', totals.coveredBranchPercent, branchCoverage);
  check('function', totals.coveredFunctionPercent, functionCoverage);
  return messages;
}

module.exports = { Coverage, missed };
