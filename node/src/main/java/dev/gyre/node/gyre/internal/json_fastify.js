'use strict';

// The bodies of requests for Fastify: what its own parser of application/json does, with gyre:json's parser. Errors have the
// same codes, and keys that are meant to change prototypes are refused as there.

const {
  ArrayPrototypeSome, Error, FunctionPrototypeCall, ObjectAssign, ObjectDefineProperty, ObjectHasOwn, ObjectKeys, SyntaxError,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { DEFAULT_SLICE_MS, isUsedUp, nextTurn } = require('internal/gyre/slices');
const { MAX_PIECE_CHARS } = require('internal/gyre/json_parser');
const { Reading } = require('internal/gyre/json_reading');
const { revive } = require('internal/gyre/json_revive');
const { bytesFrom, withoutMark } = require('internal/gyre/json_body');

const fastifyError = (code, message) => ObjectAssign(new Error(message), { code, statusCode: 400 });
const ACTIONS = ['error', 'remove', 'ignore'];

function actionFrom(action, name) {
  if (action === undefined) return 'error';
  if (!ArrayPrototypeSome(ACTIONS, (known) => known === action)) throw new ERR_INVALID_ARG_VALUE(name, action);
  return action;
}

// A body can be meant to change prototypes when it is merged into another object. Removes such keys, or throws.
async function withoutPoison(value, { onProto, onConstructor, sliceMs }) {
  const waiting = [value];
  for (let i = 0; waiting.length > 0; i++) {
    const item = waiting[waiting.length - 1];
    waiting.length--;
    if (typeof item !== 'object' || item === null) continue;
    if (onProto !== 'ignore' && ObjectHasOwn(item, '__proto__')) {
      if (onProto === 'error') throw new SyntaxError('Object contains forbidden prototype property');
      delete item.__proto__;
    }
    if (onConstructor !== 'ignore' && ObjectHasOwn(item, 'constructor') && typeof item.constructor === 'object' &&
        item.constructor !== null && ObjectHasOwn(item.constructor, 'prototype')) {
      if (onConstructor === 'error') throw new SyntaxError('Object contains forbidden prototype property');
      delete item.constructor;
    }
    const keys = ObjectKeys(item);
    for (let j = 0; j < keys.length; j++) waiting[waiting.length] = item[keys[j]];
    if (i % 256 === 255 && isUsedUp(sliceMs)) await nextTurn();
  }
  return value;
}

const { includes } = Buffer.prototype;
const has = (body, text) => FunctionPrototypeCall(includes, body, text);

// Escapes could hide the names.
const mayBePoisoned = (body) => has(body, '__proto__') || has(body, 'constructor') || has(body, '\\u');

function fastifyJson(fastify, options = {}) {
  validateObject(options, 'options');
  const { limit, reviver, maxDepth = Infinity, slice = DEFAULT_SLICE_MS } = options;
  if (reviver !== undefined) validateFunction(reviver, 'options.reviver');
  const { onProtoPoisoning, onConstructorPoisoning } = fastify.initialConfig ?? {};
  const guard = {
    onProto: actionFrom(options.onProtoPoisoning ?? onProtoPoisoning, 'options.onProtoPoisoning'),
    onConstructor: actionFrom(options.onConstructorPoisoning ?? onConstructorPoisoning, 'options.onConstructorPoisoning'),
    sliceMs: slice,
  };
  const parsing = { signal: undefined, maxBytes: Infinity, maxDepth, sliceMs: slice, pieceChars: MAX_PIECE_CHARS, reviver };
  const isGuarding = guard.onProto !== 'ignore' || guard.onConstructor !== 'ignore';
  const parser = async (request, body) => {
    if (body.length === 0) {
      throw fastifyError('FST_ERR_CTP_EMPTY_JSON_BODY', "Body cannot be empty when content-type is set to 'application/json'");
    }
    try {
      const value = await new Reading(withoutMark(body), parsing, false).whole();
      if (isGuarding && mayBePoisoned(body)) await withoutPoison(value, guard);
      return reviver === undefined ? value : await revive(value, parsing);
    } catch (cause) {
      const error = fastifyError('FST_ERR_CTP_INVALID_JSON_BODY', "Body is not valid JSON but content-type is set to 'application/json'");
      ObjectDefineProperty(error, 'cause', { __proto__: null, value: cause, writable: true, enumerable: false, configurable: true });
      throw error;
    }
  };
  const parserOptions = { parseAs: 'buffer' };
  if (limit !== undefined) parserOptions.bodyLimit = bytesFrom(limit);
  fastify.addContentTypeParser('application/json', parserOptions, parser);
  return fastify;
}

module.exports = { fastifyJson };
