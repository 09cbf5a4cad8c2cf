'use strict';

// util.parseArgs: the arguments become tokens (option, positional, terminator), then the tokens become values, checked
// against the declared options.

const {
  ArrayPrototypeFind, ArrayPrototypePush, ArrayPrototypeSlice, ObjectHasOwn, ObjectKeys, RegExpPrototypeExec,
  StringPrototypeAt, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const {
  validateArray, validateBoolean, validateBooleanArray, validateObject, validateString, validateStringArray,
  validateUnion,
} = require('internal/validators');
const {
  ERR_INVALID_ARG_VALUE, ERR_PARSE_ARGS_INVALID_OPTION_VALUE, ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL,
  ERR_PARSE_ARGS_UNKNOWN_OPTION,
} = require('internal/errors').codes;
const { kEmptyObject } = require('internal/util');

const own = (object, key) => (ObjectHasOwn(object, key) ? object[key] : undefined);
const declared = (options, name, key) => (ObjectHasOwn(options, name) ? own(options[name], key) : undefined);
const takesValue = (options, name) => declared(options, name, 'type') === 'string';

// ---- the declaration

const defaultValidators = {
  string: [validateString, validateStringArray],
  boolean: [validateBoolean, validateBooleanArray],
};

function validateOption(name, config) {
  validateObject(config, `options.${name}`);
  const type = own(config, 'type');
  validateUnion(type, `options.${name}.type`, ['string', 'boolean']);
  if (ObjectHasOwn(config, 'short')) {
    validateString(config.short, `options.${name}.short`);
    if (config.short.length !== 1) {
      throw new ERR_INVALID_ARG_VALUE(`options.${name}.short`, config.short, 'must be a single character');
    }
  }
  if (ObjectHasOwn(config, 'multiple')) validateBoolean(config.multiple, `options.${name}.multiple`);
  const value = own(config, 'default');
  if (value !== undefined) {
    const { 0: single, 1: list } = defaultValidators[type];
    (own(config, 'multiple') ? list : single)(value, `options.${name}.default`);
  }
}

// ---- tokens

class Tokenizer {
  constructor(args, options) {
    this.args = args;
    this.options = options;
    this.tokens = [];
  }

  run() {
    for (let index = 0; index < this.args.length; index++) {
      const arg = this.args[index];
      if (arg === '--') {
        this.terminate(index);
        break;
      }
      if (RegExpPrototypeExec(/^--./s, arg) !== null) index += this.long(arg, index);
      else if (RegExpPrototypeExec(/^-[^-]/, arg) !== null) index += this.short(arg, index);
      else ArrayPrototypePush(this.tokens, { kind: 'positional', index, value: arg });
    }
    return this.tokens;
  }

  terminate(at) {
    ArrayPrototypePush(this.tokens, { kind: 'option-terminator', index: at });
    for (let index = at + 1; index < this.args.length; index++) {
      ArrayPrototypePush(this.tokens, { kind: 'positional', index, value: this.args[index] });
    }
  }

  /** An option whose value, if it takes one, is the next argument. Returns how many arguments that uses. */
  option(name, rawName, index) {
    const value = takesValue(this.options, name) ? this.args[index + 1] : undefined;
    const used = value === undefined || value === null ? 0 : 1;
    ArrayPrototypePush(this.tokens, {
      kind: 'option', name, rawName, index, value: used ? value : undefined, inlineValue: used ? false : undefined,
    });
    return used;
  }

  withInlineValue(name, rawName, index, value) {
    ArrayPrototypePush(this.tokens, { kind: 'option', name, rawName, index, value, inlineValue: true });
    return 0;
  }

  // --name, --name value, --name=value; an = right after the dashes belongs to the name
  long(arg, index) {
    const equals = StringPrototypeIndexOf(arg, '=', 3);
    if (equals === -1) return this.option(StringPrototypeSlice(arg, 2), arg, index);
    const name = StringPrototypeSlice(arg, 2, StringPrototypeIndexOf(arg, '='));
    return this.withInlineValue(name, `--${name}`, index, StringPrototypeSlice(arg, StringPrototypeIndexOf(arg, '=') + 1));
  }

  // -a, -a value, -abc, -avalue, -abvalue: the first option that takes a value takes the rest
  short(arg, index) {
    for (let i = 1; i < arg.length - 1; i++) {
      const name = this.longName(arg[i]), rawName = `-${arg[i]}`;
      if (takesValue(this.options, name)) return this.withInlineValue(name, rawName, index, StringPrototypeSlice(arg, i + 1));
      ArrayPrototypePush(this.tokens, { kind: 'option', name, rawName, index, value: undefined, inlineValue: undefined });
    }
    const last = StringPrototypeAt(arg, -1);
    return this.option(this.longName(last), `-${last}`, index);
  }

  longName(short) {
    return ArrayPrototypeFind(ObjectKeys(this.options), (name) => declared(this.options, name, 'short') === short) ?? short;
  }
}

// ---- values

function checkUsage(token, { options, allowPositionals, allowNegative }) {
  let { name } = token;
  if (!ObjectHasOwn(options, name)) {
    const positive = allowNegative && StringPrototypeStartsWith(name, 'no-') ? StringPrototypeSlice(name, 3) : undefined;
    if (positive === undefined || declared(options, positive, 'type') !== 'boolean') {
      throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName, allowPositionals);
    }
    name = positive;
  }
  const short = declared(options, name, 'short');
  const shown = `${short ? `-${short}, ` : ''}--${name}`;
  const type = declared(options, name, 'type');
  if (type === 'string' && typeof token.value !== 'string') {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown} <value>' argument missing`);
  }
  if (type === 'boolean' && token.value !== undefined) {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown}' does not take an argument`);
  }
}

// `--port --verbose` is more likely to lack a value than to have that one.
function checkAmbiguity({ name, rawName, value, inlineValue }) {
  if (inlineValue || value === undefined || value.length < 2 || value[0] !== '-') return;
  const example = StringPrototypeStartsWith(rawName, '--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
    `Option '${rawName}' argument is ambiguous.\n` +
    `Did you forget to specify the option argument for '${rawName}'?\n` +
    `To specify an option argument starting with a dash use ${example}.`);
}

function store(token, values, { options, allowNegative }) {
  if (token.name === '__proto__') return;
  let value = token.value ?? true;
  if (allowNegative && token.value === undefined && StringPrototypeStartsWith(token.name, 'no-')) {
    token.name = StringPrototypeSlice(token.name, 3);
    value = false;
  }
  if (!declared(options, token.name, 'multiple')) values[token.name] = value;
  else if (values[token.name]) ArrayPrototypePush(values[token.name], value);
  else values[token.name] = [value];
}

function storeDefaults(values, options) {
  for (let i = 0, list = ObjectKeys(options); i < list.length; i++) {
    const name = list[i];
    const value = declared(options, name, 'default');
    if (value !== undefined && values[name] === undefined && name !== '__proto__') values[name] = value;
  }
}

// With -e there is no script among the arguments.
const mainArgs = () => ArrayPrototypeSlice(process.argv, require('internal/options').get('--eval') === undefined ? 2 : 1);

function parseArgs(config = kEmptyObject) {
  const args = own(config, 'args') ?? mainArgs();
  const strict = own(config, 'strict') ?? true;
  const allowPositionals = own(config, 'allowPositionals') ?? !strict;
  const returnTokens = own(config, 'tokens') ?? false;
  const allowNegative = own(config, 'allowNegative') ?? false;
  const options = own(config, 'options') ?? { __proto__: null };

  validateArray(args, 'args');
  validateBoolean(strict, 'strict');
  validateBoolean(allowPositionals, 'allowPositionals');
  validateBoolean(returnTokens, 'tokens');
  validateBoolean(allowNegative, 'allowNegative');
  validateObject(options, 'options');
  for (let i = 0, list = ObjectKeys(options); i < list.length; i++) {
    const name = list[i];
    validateOption(name, options[name]);
  }

  const rules = { options, allowPositionals, allowNegative };
  const tokens = new Tokenizer(args, options).run();
  const values = { __proto__: null }, positionals = [];
  for (let j = 0; j < tokens.length; j++) {
    const token = tokens[j];
    if (token.kind === 'option') {
      if (strict) {
        checkUsage(token, rules);
        checkAmbiguity(token);
      }
      store(token, values, rules);
    } else if (token.kind === 'positional') {
      if (!allowPositionals) throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      ArrayPrototypePush(positionals, token.value);
    }
  }
  storeDefaults(values, options);
  return returnTokens ? { values, positionals, tokens } : { values, positionals };
}

module.exports = { parseArgs };
