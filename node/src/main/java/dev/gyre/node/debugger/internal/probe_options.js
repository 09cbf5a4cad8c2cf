'use strict';

// The command line of a session with probes.

const {
  ArrayPrototypeAt, ArrayPrototypePush, ArrayPrototypeSlice, NumberParseInt, RegExpPrototypeExec, SafeMap,
  StringPrototypeStartsWith, StringPrototypeTrim, itemsOf,
} = require('internal/primordials');
const { codes: { ERR_DEBUGGER_STARTUP_ERROR } } = require('internal/errors');

const DEFAULT_TIMEOUT_MS = 30000;
const SEPARATOR_MISSING = 'Use -- before child Node.js flags in probe mode';

const wrong = (message) => new ERR_DEBUGGER_STARTUP_ERROR(message);

function numberOf(text, name, least = 1) {
  const number = RegExpPrototypeExec(/^\d+$/, text) === null ? -1 : NumberParseInt(text, 10);
  if (number < least) throw wrong(`Invalid ${name}: ${text}`);
  return number;
}

function targetOf(text) {
  const parts = RegExpPrototypeExec(/^(.+?):(\d+)(?::(\d+))?$/, text);
  if (parts === null) throw wrong(`Invalid probe location: ${text}`);
  const { 1: suffix, 2: line, 3: column } = parts;
  return {
    suffix,
    line: numberOf(line, 'probe location'),
    column: column === undefined ? undefined : numberOf(column, 'probe location'),
  };
}

const placeName = ({ suffix, line, column }) => `${suffix}:${line}${column === undefined ? '' : `:${column}`}`;

function valueOf({ value, rawName }) {
  if (value === undefined) throw wrong(`Missing value for ${rawName}`);
  return value;
}

// Reads options one by one; a probe has to be followed by its expression.
class Reader {
  probes = [];
  settings = { port: 0, preview: false, timeout: DEFAULT_TIMEOUT_MS, json: false };
  #target;
  #expressionAt = -1;

  read(token) {
    if (this.#target !== undefined) {
      this.#readExpression(token);
      return;
    }
    const { settings } = this;
    switch (token.name) {
      case 'json':
      case 'preview': settings[token.name] = true; break;
      case 'timeout': settings.timeout = numberOf(valueOf(token), 'timeout', 0); break;
      case 'port': settings.port = numberOf(valueOf(token), 'inspector port', 0); break;
      case 'probe':
        this.#target = targetOf(`${token.value}`);
        this.#expressionAt = token.index + (token.inlineValue ? 1 : 2);
        break;
      case 'expr': throw wrong('Unexpected --expr before --probe');
      case 'max-hit': this.#readMaxHit(token); break;
      case 'cond': this.#readCondition(token); break;
      default: throw wrong(this.probes.length > 0 ? SEPARATOR_MISSING : `Unknown probe option: ${token.rawName}`);
    }
  }

  #readExpression({ kind, name, index, value }) {
    if (kind !== 'option' || name !== 'expr' || index !== this.#expressionAt || value === undefined) this.refuseOpenProbe();
    ArrayPrototypePush(this.probes, { expr: value, target: this.#target, condition: undefined, maxHit: Infinity, hits: 0 });
    this.#target = undefined;
  }

  #readMaxHit(token) {
    const probe = this.#lastProbe('--max-hit');
    valueOf(token);
    if (probe.maxHit !== Infinity) throw wrong('Duplicate --max-hit for a single --probe');
    probe.maxHit = numberOf(token.value, 'max-hit');
  }

  // V8 takes an empty condition for none.
  #readCondition(token) {
    const probe = this.#lastProbe('--cond');
    if (StringPrototypeTrim(valueOf(token)) === '') throw wrong(`Missing value for ${token.rawName}`);
    if (probe.condition !== undefined) throw wrong('A --probe can have at most one --cond');
    probe.condition = token.value;
  }

  #lastProbe(option) {
    if (this.probes.length === 0) throw wrong(`Unexpected ${option} before --probe`);
    return ArrayPrototypeAt(this.probes, -1);
  }

  hasOpenProbe() { return this.#target !== undefined; }

  refuseOpenProbe() {
    throw wrong('Each --probe must be followed immediately by --expr <expr>');
  }

  // A place has one breakpoint, and that one condition.
  places() {
    const places = new SafeMap();
    for (let i = 0; i < this.probes.length; i++) {
      const { target, condition } = this.probes[i];
      const key = `${target.suffix}\n${target.line}\n${target.column}`;
      const known = places.get(key);
      if (known === undefined) places.set(key, { target, condition, indices: [i] });
      else if (known.condition === condition) ArrayPrototypePush(known.indices, i);
      else throw wrong(`Probes at ${placeName(target)} must use the same --cond (or none)`);
    }
    const list = [];
    for (const place of itemsOf(places.values())) ArrayPrototypePush(list, place);
    return list;
  }
}

// The program's own port may be any: then nobody has to wait until one is free.
function isPortKnownFree(port, words) {
  let isAny = port === 0;
  for (let i = 0; i < words.length; i++) {
    const own = RegExpPrototypeExec(/^--inspect-port=(\d+)$/, words[i]);
    if (own === null) continue;
    if (own[1] !== '0') throw wrong('Only child --inspect-port=0 is supported in probe mode');
    isAny = true;
  }
  return isAny;
}

function parse(tokens, args) {
  const reader = new Reader();
  let programAt = args.length;
  let isSeparated = false;
  for (const token of itemsOf(tokens)) {
    if (token.kind === 'option-terminator') {
      isSeparated = true;
      programAt = token.index + 1;
      break;
    }
    if (token.kind === 'positional' && !reader.hasOpenProbe()) {
      programAt = token.index;
      break;
    }
    reader.read(token);
  }
  if (reader.hasOpenProbe()) reader.refuseOpenProbe();
  if (reader.probes.length === 0) throw wrong('Probe mode requires at least one --probe <loc> --expr <expr> group');
  const places = reader.places();
  const words = ArrayPrototypeSlice(args, programAt);
  if (words.length === 0) throw wrong('Probe mode requires a child script');
  if (!isSeparated && StringPrototypeStartsWith(words[0], '-')) throw wrong(SEPARATOR_MISSING);
  return {
    ...reader.settings, probes: reader.probes, places, words,
    isPortKnownFree: isPortKnownFree(reader.settings.port, words),
  };
}

module.exports = { parse, placeName };
