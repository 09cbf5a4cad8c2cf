'use strict';

// gyre:json: JSON.parse and JSON.stringify in slices, from and to streams, with bounds.
//
//   text, bytes, a stream ──> json_reading (chunks, limits, turns of the loop) ──> json_parser (pieces for JSON.parse) ──> value
//   value ──> json_writer (steps of JSON.stringify) ──> json_writing (limits, turns of the loop) ──> text in chunks

const { SymbolAsyncIterator, SymbolIterator, joinLists } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
  validateAbortSignal, validateFunction, validateInteger, validateNumber, validateObject,
} = require('internal/validators');
const { DEFAULT_SLICE_MS } = require('internal/gyre/slices');
const { MAX_PIECE_CHARS } = require('internal/gyre/json_parser');
const { Reading, bytesOf } = require('internal/gyre/json_reading');
const { Writing } = require('internal/gyre/json_writing');
const { revive } = require('internal/gyre/json_revive');

function optionsFrom(options) {
  validateObject(options, 'options');
  const { signal, maxBytes = Infinity, maxDepth = Infinity, slice = DEFAULT_SLICE_MS, piece = MAX_PIECE_CHARS, reviver } = options;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  validateNumber(maxBytes, 'options.maxBytes', 0);
  validateNumber(maxDepth, 'options.maxDepth', 0);
  validateNumber(slice, 'options.slice', 0);
  validateInteger(piece, 'options.piece', 1, MAX_PIECE_CHARS);
  if (reviver !== undefined) validateFunction(reviver, 'options.reviver');
  return { signal, maxBytes, maxDepth, sliceMs: slice, pieceChars: piece, reviver };
}

// ---- parsing

const isWhole = (source) => typeof source === 'string' || bytesOf(source) !== undefined;
const isIterable = (source) => source?.[SymbolAsyncIterator] !== undefined || source?.[SymbolIterator] !== undefined;
const KINDS_OF_TEXT = ['string', 'Buffer', 'TypedArray', 'DataView'];
const KINDS_OF_STREAM = ['Readable', 'ReadableStream', 'AsyncIterable'];

async function parse(text, options = kEmptyObject) {
  const checked = optionsFrom(options);
  if (!isWhole(text)) throw new ERR_INVALID_ARG_TYPE('text', KINDS_OF_TEXT, text);
  return await read(text, checked);
}

async function parseStream(source, options = kEmptyObject) {
  const checked = optionsFrom(options);
  if (isWhole(source) || !isIterable(source)) throw new ERR_INVALID_ARG_TYPE('source', KINDS_OF_STREAM, source);
  return await read(source, checked);
}

async function read(source, options) {
  const value = await new Reading(source, options, false).whole();
  return options.reviver === undefined ? value : await revive(value, options);
}

// The values of a text or stream that has any number of them, a line each or not.
function parseLines(source, options = kEmptyObject) {
  const checked = optionsFrom(options);
  if (!isWhole(source) && !isIterable(source)) throw new ERR_INVALID_ARG_TYPE('source', joinLists(KINDS_OF_TEXT, KINDS_OF_STREAM), source);
  return valuesOf(source, checked);
}

async function* valuesOf(source, options) {
  const reading = new Reading(source, options, true);
  try {
    for (let { value, done } = await reading.nextValue(); !done; { value, done } = await reading.nextValue()) {
      yield options.reviver === undefined ? value : await revive(value, options);
    }
  } finally {
    reading.leave();
  }
}

// ---- writing

async function stringify(value, replacer = undefined, space = undefined, options = kEmptyObject) {
  const writing = new Writing(value, replacer, space, optionsFrom(options));
  let text = '';
  while (!writing.isDone) text += await writing.nextChunk();
  return writing.hasText ? text : undefined;
}

async function* chunksOf(writing) {
  while (!writing.isDone) yield await writing.nextChunk();
}

function stringifyStream(value, replacer = undefined, space = undefined, options = kEmptyObject) {
  const checked = optionsFrom(options);
  const { Readable } = require('stream');
  return Readable.from(chunksOf(new Writing(value, replacer, space, checked)), { __proto__: null, objectMode: false });
}

// ---- web frameworks

const expressJson = (options = undefined) => require('internal/gyre/json_body').expressJson(options);
const fastifyJson = (fastify, options = undefined) => require('internal/gyre/json_fastify').fastifyJson(fastify, options);

module.exports = { expressJson, fastifyJson, parse, parseLines, parseStream, stringify, stringifyStream };
