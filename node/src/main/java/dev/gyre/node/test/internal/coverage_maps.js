'use strict';

// Coverage of generated files as coverage of their sources, by source maps.

const { ArrayPrototypePush, MathMax, MathMin, SafeMap, copyList, itemsOf } = require('internal/primordials');
const { codes: { ERR_SOURCE_MAP_CORRUPT, ERR_SOURCE_MAP_MISSING_SOURCE } } = require('internal/errors');
const { maps: { SourceMap, firstPlace } } = require('internal/module/source_maps');
const { linesOfLengths, applyRange } = require('internal/test/coverage_lines');

function offsetOf({ originalLine, originalColumn }, lines) {
  const line = lines[MathMax(originalLine, 0)];
  return line === undefined ? -1 : MathMin(line.startOffset + originalColumn, line.endOffset);
}

// Where a range of the generated file begins and ends in a source; undefined if that is not one source.
function ends(map, { startOffset, endOffset }, touched) {
  const first = touched[0];
  const last = touched[touched.length - 1];
  let start = map.findEntry(first.line - 1, MathMax(0, startOffset - first.startOffset));
  const end = map.findEntry(last.line - 1, endOffset - last.startOffset - 1);
  if (!start.originalSource && end.originalSource && first.line === 1 && startOffset === 0) {
    // The first line may have no counterpart: the file begins with the first place that has one.
    const place = firstPlace(map);
    if (place !== undefined) start = { originalSource: place[2], originalLine: place[3], originalColumn: place[4] };
  }
  return start.originalSource && start.originalSource === end.originalSource ? { start, end } : undefined;
}

class MappedScript {
  #url;
  #map;
  #generated;
  #linesOf;

  constructor(url, { data, lineLengths }, linesOfSource) {
    if (!data) throw new ERR_SOURCE_MAP_CORRUPT(url);
    this.#url = url;
    this.#map = new SourceMap(data, { __proto__: null, lineLengths });
    this.#generated = linesOfLengths(lineLengths);
    this.#linesOf = linesOfSource;
  }

  /** The function as one of a source: { source, ranges }; the source is undefined if no part of it has a counterpart. */
  mapped({ ranges }) {
    let source;
    const mapped = [];
    for (const range of itemsOf(ranges)) {
      const { touched } = applyRange(range, this.#generated);
      const found = touched.length === 0 ? undefined : ends(this.#map, range, touched);
      if (found === undefined) continue;
      source ??= found.start.originalSource;
      const lines = this.#linesOf(source);
      if (!lines) throw new ERR_SOURCE_MAP_MISSING_SOURCE(source, this.#url);
      const startOffset = offsetOf(found.start, lines);
      const endOffset = offsetOf(found.end, lines) + 1;
      if (startOffset < 0 || endOffset < 1) continue;
      for (let i = found.start.originalLine; i <= found.end.originalLine; i++) lines[i].count = range.count;
      ArrayPrototypePush(mapped, { startOffset, endOffset, count: range.count });
    }
    return { source, ranges: mapped };
  }
}

/** The scripts of a coverage file, with sources in the place of generated files that are wanted. */
function mapScripts({ result, 'source-map-cache': maps }, isWanted, linesOfSource) {
  if (!maps) return result;
  const scripts = new SafeMap();
  for (const script of itemsOf(result)) {
    const { url, functions } = script;
    if (maps[url] === undefined || maps[url] === null || !isWanted(url)) {
      scripts.set(url, script);
      continue;
    }
    const { data } = maps[url];
    for (let i = 0; i < data?.sources.length; i++) linesOfSource(data.sources[i], data.sourcesContent?.[i] ?? undefined);
    const mapped = new MappedScript(url, maps[url], linesOfSource);
    for (const { functionName, isBlockCoverage, ranges } of itemsOf(functions)) {
      const { source, ranges: mappedRanges } = mapped.mapped({ ranges });
      if (source === undefined) continue;
      if (!scripts.has(source)) scripts.set(source, { url: source, functions: [] });
      ArrayPrototypePush(scripts.get(source).functions, { functionName, isBlockCoverage, ranges: mappedRanges });
    }
  }
  return copyList(scripts.values());
}

module.exports = { mapScripts };
