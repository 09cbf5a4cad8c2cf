'use strict';

// The number of colors of a terminal, as bits: 1, 4, 8 or 24. A terminal can't be queried, so the environment decides: what
// the user forces or forbids, then the parent program, then the terminal's name.

const {
  ArrayPrototypeFilter, ArrayPrototypeFind, ArrayPrototypeJoin, ObjectHasOwn, RegExpPrototypeExec, SafeSet,
  StringPrototypeIncludes, StringPrototypeStartsWith, StringPrototypeToLowerCase,
} = require('internal/primordials');
const { validateInteger } = require('internal/validators');

const NONE = 1;
const BASIC = 4;
const PALETTE = 8;
const TRUE_COLOR = 24;

const FORCED = { '__proto__': null, '': BASIC, '1': BASIC, 'true': BASIC, '2': PALETTE, '3': TRUE_COLOR };

const BUILD_SERVERS = [
  ['APPVEYOR', PALETTE], ['BUILDKITE', PALETTE], ['CIRCLECI', TRUE_COLOR], ['DRONE', PALETTE],
  ['GITEA_ACTIONS', TRUE_COLOR], ['GITHUB_ACTIONS', TRUE_COLOR], ['GITLAB_CI', PALETTE], ['TRAVIS', PALETTE],
];

const BASIC_TERMINALS = new SafeSet([
  'cons25', 'console', 'cygwin', 'dtterm', 'eterm', 'gnome', 'hurd', 'jfbterm', 'konsole', 'kterm', 'mlterm', 'putty',
  'st',
]);
const TRUE_COLOR_TERMINALS = new SafeSet(['mosh', 'rxvt-unicode-24bit', 'terminator', 'xterm-kitty']);
const BASIC_NAMES = /ansi|color|linux|direct|^con\d*x\d|^rxvt|^screen|^xterm|^vt100|^vt220/;

const isSet = (value) => value !== undefined && value !== '';

let warned = false;

function warnOfContradiction(env) {
  const ignored = ArrayPrototypeFilter(['NODE_DISABLE_COLORS', 'NO_COLOR'], (name) => isSet(env[name]));
  if (warned || ignored.length === 0) return;
  warned = true;
  process.emitWarning(`The '${ArrayPrototypeJoin(ignored, "' and '")}' env is ignored due to the 'FORCE_COLOR' env being set.`,
    'Warning');
}

function fromBuildServer(env) {
  if (ObjectHasOwn(env, 'TF_BUILD') && ObjectHasOwn(env, 'AGENT_NAME')) return BASIC;
  if (ObjectHasOwn(env, 'CI')) {
    const known = ArrayPrototypeFind(BUILD_SERVERS, ({ 0: name }) => ObjectHasOwn(env, name));
    return known?.[1] ?? (env.CI_NAME === 'codeship' ? PALETTE : NONE);
  }
  if ('TEAMCITY_VERSION' in env) return RegExpPrototypeExec(/^(9\.0*[1-9]\d*\.|\d{2,}\.)/, env.TEAMCITY_VERSION) !== null ? BASIC : NONE;
  return undefined;
}

function fromProgram({ TERM_PROGRAM, TERM_PROGRAM_VERSION }) {
  switch (TERM_PROGRAM) {
    case 'iTerm.app': return !TERM_PROGRAM_VERSION || RegExpPrototypeExec(/^[0-2]\./, TERM_PROGRAM_VERSION) !== null ? PALETTE : TRUE_COLOR;
    case 'HyperTerm':
    case 'MacTerm': return TRUE_COLOR;
    case 'Apple_Terminal': return PALETTE;
    default: return undefined;
  }
}

function fromTerminal({ COLORTERM, TERM }) {
  if (COLORTERM === 'truecolor' || COLORTERM === '24bit') return TRUE_COLOR;
  if (TERM) {
    if (StringPrototypeIncludes(TERM, 'truecolor')) return TRUE_COLOR;
    if (StringPrototypeStartsWith(TERM, 'xterm-256')) return PALETTE;
    const name = StringPrototypeToLowerCase(TERM);
    if (TRUE_COLOR_TERMINALS.has(name)) return TRUE_COLOR;
    if (BASIC_TERMINALS.has(name) || RegExpPrototypeExec(BASIC_NAMES, name) !== null) return BASIC;
  }
  return COLORTERM ? BASIC : NONE;
}

function getColorDepth(env = process.env) {
  if (env.FORCE_COLOR !== undefined) {
    const forced = FORCED[env.FORCE_COLOR];
    if (forced !== undefined) warnOfContradiction(env);
    return forced ?? NONE;
  }
  if (isSet(env.NODE_DISABLE_COLORS) || isSet(env.NO_COLOR) || env.TERM === 'dumb') return NONE;
  if (env.TMUX) return TRUE_COLOR;
  return fromBuildServer(env) ?? fromProgram(env) ?? fromTerminal(env);
}

function hasColors(count, env) {
  if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
    env = count;
    count = 16;
  } else {
    validateInteger(count, 'count', 2);
  }
  return count <= 2 ** getColorDepth(env);
}

module.exports = { getColorDepth, hasColors };
