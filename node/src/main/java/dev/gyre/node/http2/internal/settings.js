'use strict';

// Settings of a session: names, checks, and their form in bytes.

const {
  ArrayIsArray, ArrayPrototypePush, Number, NumberIsNaN, ObjectEntries, ObjectKeys, isView,
} = require('internal/primordials');
const {
  codes: {
    ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH, ERR_HTTP2_INVALID_SETTING_VALUE, ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS,
    ERR_INVALID_ARG_TYPE,
  },
} = require('internal/errors');
const { Buffer } = require('buffer');

const MAX_CUSTOM = 10;
const MAX_UINT32 = 2 ** 32 - 1;
const MAX_WINDOW = 2 ** 31 - 1;
const MAX_FRAME_BYTES = 2 ** 24 - 1;

const SETTING_NAMES = [
  undefined, 'headerTableSize', 'enablePush', 'maxConcurrentStreams', 'initialWindowSize', 'maxFrameSize', 'maxHeaderListSize',
  undefined, 'enableConnectProtocol',
];

// In the order in which they are sent.
const IDS = [1, 2, 4, 5, 3, 6, 8];

const DEFAULTS = {
  headerTableSize: 4096,
  enablePush: true,
  maxConcurrentStreams: MAX_UINT32,
  initialWindowSize: 65535,
  maxFrameSize: 16384,
  maxHeaderListSize: MAX_UINT32,
  enableConnectProtocol: false,
};

function getDefaultSettings() {
  return {
    __proto__: null,
    headerTableSize: 4096,
    enablePush: true,
    initialWindowSize: 65535,
    maxFrameSize: 16384,
    maxConcurrentStreams: MAX_UINT32,
    maxHeaderSize: 65535,
    maxHeaderListSize: 65535,
    enableConnectProtocol: false,
  };
}

// What programs see of the settings of one side.
function shown(settings, custom) {
  const copy = {
    headerTableSize: settings.headerTableSize,
    enablePush: settings.enablePush,
    initialWindowSize: settings.initialWindowSize,
    maxFrameSize: settings.maxFrameSize,
    maxConcurrentStreams: settings.maxConcurrentStreams,
    maxHeaderListSize: settings.maxHeaderListSize,
    maxHeaderSize: settings.maxHeaderListSize,
    enableConnectProtocol: settings.enableConnectProtocol,
  };
  if (custom !== undefined) copy.customSettings = custom;
  return copy;
}

function assertIsObject(value, name, types = 'Object') {
  if (value !== undefined && (value === null || typeof value !== 'object' || ArrayIsArray(value))) {
    throw new ERR_INVALID_ARG_TYPE(name, types, value);
  }
}

function assertIsArray(value, name) {
  if (value !== undefined && !ArrayIsArray(value)) throw new ERR_INVALID_ARG_TYPE(name, 'Array', value);
}

function assertRange(name, value, min, max) {
  if (value !== undefined && (typeof value !== 'number' || value < min || value > max)) {
    throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError(name, value, min, max);
  }
}

function assertBoolean(name, value) {
  if (value !== undefined && typeof value !== 'boolean') throw new ERR_HTTP2_INVALID_SETTING_VALUE(name, value);
}

function validateSettings(settings) {
  if (settings === undefined) return;
  assertIsObject(settings.customSettings, 'customSettings', 'Number');
  if (settings.customSettings) {
    const entries = ObjectEntries(settings.customSettings);
    if (entries.length > MAX_CUSTOM) throw new ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
    for (let i = 0; i < entries.length; i++) {
      assertRange('customSettings:id', Number(entries[i][0]), 0, 0xffff);
      assertRange('customSettings:value', Number(entries[i][1]), 0, MAX_UINT32);
    }
  }
  assertRange('headerTableSize', settings.headerTableSize, 0, MAX_UINT32);
  assertRange('initialWindowSize', settings.initialWindowSize, 0, MAX_WINDOW);
  assertRange('maxFrameSize', settings.maxFrameSize, 16384, MAX_FRAME_BYTES);
  assertRange('maxConcurrentStreams', settings.maxConcurrentStreams, 0, MAX_UINT32);
  assertRange('maxHeaderListSize', settings.maxHeaderListSize, 0, MAX_UINT32);
  assertRange('maxHeaderSize', settings.maxHeaderSize, 0, MAX_UINT32);
  assertBoolean('enablePush', settings.enablePush);
  assertBoolean('enableConnectProtocol', settings.enableConnectProtocol);
}

// The settings that are set, under the names that the protocol has. Custom settings with the number of a known one are that.
function normalized(settings) {
  const result = {};
  const custom = {};
  if (typeof settings.customSettings === 'object' && settings.customSettings !== null) {
    const keys = ObjectKeys(settings.customSettings);
    for (let i = 0; i < keys.length; i++) addCustom(keys[i], settings.customSettings[keys[i]], result, custom);
  }
  for (let i = 0; i < IDS.length; i++) {
    const name = SETTING_NAMES[IDS[i]];
    const value = settings[name];
    if (typeof value === 'number' || typeof value === 'boolean') result[name] = value;
  }
  if (typeof settings.maxHeaderSize === 'number') {
    if (settings.maxHeaderSize !== settings.maxHeaderListSize) {
      process.emitWarning('settings.maxHeaderSize overwrite settings.maxHeaderListSize');
    }
    result.maxHeaderListSize = settings.maxHeaderSize;
  }
  if (ObjectKeys(custom).length > 0) result.customSettings = custom;
  return result;
}

function addCustom(key, value, result, custom) {
  if (typeof value !== 'number') return;
  const id = Number(key);
  if (NumberIsNaN(id) || id <= 0 || id > 0xffff) throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError('Range Error', id, 0, 0xffff);
  if (NumberIsNaN(value) || value <= 0 || value > MAX_UINT32) {
    throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError('Range Error', value, 0, MAX_UINT32);
  }
  const name = SETTING_NAMES[id];
  if (name === undefined) custom[id] = value;
  else result[name] = name === 'enablePush' || name === 'enableConnectProtocol' ? value === 1 : value;
}

// Identifier, value, and so on, as they are sent.
function pairsOf(settings) {
  const pairs = [];
  for (let i = 0; i < IDS.length; i++) {
    const value = settings[SETTING_NAMES[IDS[i]]];
    if (value !== undefined) ArrayPrototypePush(pairs, IDS[i], Number(value));
  }
  if (settings.customSettings !== undefined) {
    const keys = ObjectKeys(settings.customSettings);
    for (let i = 0; i < keys.length; i++) ArrayPrototypePush(pairs, Number(keys[i]), settings.customSettings[keys[i]]);
  }
  return pairs;
}

function getPackedSettings(settings) {
  assertIsObject(settings, 'settings');
  validateSettings(settings);
  const pairs = pairsOf(normalized({ ...settings }));
  const packed = Buffer.alloc(pairs.length * 3);
  for (let i = 0; i < pairs.length; i += 2) {
    packed.writeUInt16BE(pairs[i], i * 3);
    packed.writeUInt32BE(pairs[i + 1], i * 3 + 2);
  }
  return packed;
}

function getUnpackedSettings(bytes, options = undefined) {
  if (!isView(bytes) || bytes.length === undefined) throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray'], bytes);
  if (bytes.length % 6 !== 0) throw new ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
  const settings = {};
  for (let at = 0; at < bytes.length; at += 6) {
    const id = bytes[at] * 256 + bytes[at + 1];
    const value = bytes[at + 2] * 2 ** 24 + bytes[at + 3] * 2 ** 16 + bytes[at + 4] * 2 ** 8 + bytes[at + 5];
    const name = SETTING_NAMES[id];
    if (name === undefined) {
      settings.customSettings ??= {};
      settings.customSettings[id] = value;
    } else if (name === 'enablePush' || name === 'enableConnectProtocol') {
      settings[name] = value !== 0;
    } else {
      if (name === 'maxHeaderListSize') settings.maxHeaderSize = value;
      settings[name] = value;
    }
  }
  if (options?.validate) validateSettings(settings);
  return settings;
}

module.exports = {
  DEFAULTS, MAX_CUSTOM, SETTING_NAMES,
  assertIsArray, assertIsObject, getDefaultSettings, getPackedSettings, getUnpackedSettings, normalized, pairsOf, shown,
  validateSettings,
};
