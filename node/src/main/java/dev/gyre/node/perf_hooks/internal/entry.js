'use strict';

// PerformanceEntry, the base of all entries of the timeline.

const { ObjectSetPrototypeOf, Symbol, SymbolToStringTag } = require('internal/primordials');
const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS },
} = require('internal/errors');
const { customInspectSymbol } = require('internal/util');
const { finishInterface } = require('internal/events/event');

const kConstruct = Symbol('kConstruct');

let isPerformanceEntry;

class PerformanceEntry {
  #name;
  #entryType;
  #startTime;
  #duration;

  static {
    isPerformanceEntry = (value) => value !== null && typeof value === 'object' && #name in value;
  }

  constructor(token = undefined, name = undefined, type = undefined, start = undefined,
              duration = undefined) {
    if (token !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#entryType = type;
    this.#startTime = start;
    this.#duration = duration;
  }

  get name() { check(this); return this.#name; }

  get entryType() { check(this); return this.#entryType; }

  get startTime() { check(this); return this.#startTime; }

  get duration() { check(this); return this.#duration; }

  toJSON() {
    check(this);
    return {
      name: this.name,
      entryType: this.entryType,
      startTime: this.startTime,
      duration: this.duration,
    };
  }

  [customInspectSymbol](depth, options) {
    return inspectAs(this, this.constructor.name, () => this.toJSON(), depth, options);
  }
}

finishInterface(PerformanceEntry);
delete PerformanceEntry.prototype[SymbolToStringTag];

function check(value) {
  if (!isPerformanceEntry(value)) throw new ERR_INVALID_THIS('PerformanceEntry');
}

// `shown` is a function, because reading the properties may be costly and is not needed below the requested depth.
function inspectAs(self, name, shown, depth, options) {
  if (depth < 0) return options.stylize(`[${self.constructor.name}]`, 'special');
  const { inspect } = require('internal/util/inspect');
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${name} ${inspect(shown(), inner)}`;
}

// Entries with a `detail`: marks, measures, and those that only Node has.
class DetailedEntry extends PerformanceEntry {
  #detail;

  constructor(token, name, type, start, duration, detail) {
    super(token, name, type, start, duration);
    this.#detail = detail;
  }

  static detailOf(entry, Interface) {
    if (!(#detail in entry)) throw new ERR_INVALID_THIS(Interface);
    return entry.#detail;
  }
}

const { detailOf } = DetailedEntry;

class PerformanceNodeEntry extends DetailedEntry {
  get detail() { return detailOf(this, 'PerformanceNodeEntry'); }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}

// The web's classes are direct children of PerformanceEntry; DetailedEntry is hidden.
function hideDetailedEntry(Interface) {
  ObjectSetPrototypeOf(Interface.prototype, PerformanceEntry.prototype);
}

hideDetailedEntry(PerformanceNodeEntry);

function createNodeEntry(name, type, start, duration, detail) {
  return new PerformanceNodeEntry(kConstruct, name, type, start, duration, detail);
}

module.exports = {
  DetailedEntry,
  PerformanceEntry,
  createNodeEntry,
  detailOf,
  hideDetailedEntry,
  inspectAs,
  isPerformanceEntry,
  kConstruct,
};
