'use strict';

// process.env.TZ = '...' changes the local time zone.
//
// V8 reads the time zone once, when the first Date needs it. If a program sets TZ before that, V8 reads the new value,
// because the variable is also set for the C library. After that, Java has no way to make V8 read it again. Then the
// functions that depend on local time are replaced by implementations over Temporal, which takes the zone as an argument.

const native = binding('process');

const OriginalDate = Date;
const OriginalFormat = Intl.DateTimeFormat;
const { getTime, setTime } = Date.prototype;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MS_PER_MINUTE = 60_000;
const NS_PER_MS = 1_000_000;

let zone;

const engineZone = () => new OriginalFormat().resolvedOptions().timeZone;

// Interprets the variable as ICU would: an unknown name is UTC.
function toZone(text) {
  const name = text === undefined ? native.systemTimeZone() : text.replace(/^:/, '') || 'UTC';
  try {
    return new OriginalFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

function change(text) {
  native.setTimeZone(text);
  const wanted = toZone(text);
  if (zone === undefined) {
    if (engineZone() === wanted) return;
    install();
  }
  zone = wanted;
}

// ---- conversion between UTC and local time, in milliseconds

const zoned = (ms) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

const toLocal = (ms) => (Number.isNaN(ms) ? ms : ms + zoned(ms).offsetNanoseconds / NS_PER_MS);

function toUTC(local) {
  if (Number.isNaN(local)) return local;
  const plain = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime();
  return plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

// A date whose UTC fields are the local fields of this one.
const shifted = (date) => new OriginalDate(toLocal(getTime.call(date)));

// ---- formatting

const two = (number) => String(number).padStart(2, '0');

function dateText(date) {
  const year = date.getUTCFullYear();
  const digits = `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(year < 0 ? 6 : 4, '0')}`;
  return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${two(date.getUTCDate())} ${digits}`;
}

function timeText(date, ms) {
  const minutes = Math.trunc(zoned(ms).offsetNanoseconds / NS_PER_MS / MS_PER_MINUTE);
  const sign = minutes < 0 ? '-' : '+';
  const offset = `${two(Math.trunc(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;
  const name = new OriginalFormat(undefined, { timeZone: zone, timeZoneName: 'long' }).formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName').value;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${time} GMT${sign}${offset} (${name})`;
}

function text(date, ...parts) {
  const ms = getTime.call(date);
  return Number.isNaN(ms) ? 'Invalid Date' : parts.map((part) => part(shifted(date), ms)).join(' ');
}

// ---- parsing

const dateOnly = /^\s*[+-]?\d{4,6}(-\d\d){0,2}\s*$/;
const hasZone = /(?:\bZ|\d\s*Z|UTC|UT|GMT|\b[ECMP][SD]T|[+-]\d\d:?\d\d)\s*(?:\(.*\))?\s*$/i;

function parse(value) {
  const string = `${value}`;
  const parsed = OriginalDate.parse(string);
  if (Number.isNaN(parsed) || dateOnly.test(string) || hasZone.test(string)) return parsed;
  const asUTC = OriginalDate.parse(`${string}Z`);
  return toUTC(Number.isNaN(asUTC) ? OriginalDate.parse(`${string} UTC`) : asUTC);
}

// ---- the replacements

function timeOf(args) {
  if (args.length > 1) return toUTC(OriginalDate.UTC(...args));
  const [value] = args;
  if (typeof value === 'object' && value !== null && require('util/types').isDate(value)) return getTime.call(value);
  const primitive = typeof value === 'object' && value !== null ? toPrimitive(value) : value;
  return typeof primitive === 'string' ? parse(primitive) : Number(primitive);
}

function toPrimitive(object) {
  const method = object[Symbol.toPrimitive];
  if (method !== undefined && method !== null) return method.call(object, 'default');
  const value = object.valueOf();
  return typeof value === 'object' && value !== null ? `${object}` : value;
}

function makeDate() {
  function Date(...args) {
    if (new.target === undefined) return new Date().toString();
    return Reflect.construct(OriginalDate, args.length === 0 ? [] : [timeOf(args)], new.target);
  }
  copyStatics(OriginalDate, Date);
  Object.defineProperty(Date, 'length', { value: 7, configurable: true });
  method(Date, 'parse', function parse_(string) { return parse(string); });
  return Date;
}

function makeFormat() {
  function DateTimeFormat(locales, options) {
    const given = options?.timeZone === undefined ? { ...options, timeZone: zone } : options;
    return Reflect.construct(OriginalFormat, [locales, given], new.target ?? OriginalFormat);
  }
  copyStatics(OriginalFormat, DateTimeFormat);
  return DateTimeFormat;
}

// Both constructors have one prototype, so that each accepts instances of the other.
function copyStatics(from, to) {
  for (const name of Reflect.ownKeys(from)) {
    if (name !== 'name') Object.defineProperty(to, name, Object.getOwnPropertyDescriptor(from, name));
  }
  from.prototype.constructor = to;
}

function method(object, name, value) {
  Object.defineProperty(value, 'name', { value: name, configurable: true });
  Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });
}

function install() {
  const { prototype } = OriginalDate;
  for (const unit of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    method(prototype, `get${unit}`, function() { return shifted(this)[`getUTC${unit}`](); });
    if (unit === 'Day') continue;
    method(prototype, `set${unit}`, function(...args) {
      const date = shifted(this);
      return setTime.call(this, toUTC(date[`setUTC${unit}`](...args)));
    });
  }
  method(prototype, 'getYear', function() { return shifted(this).getUTCFullYear() - 1900; });
  method(prototype, 'getTimezoneOffset', function() {
    const ms = getTime.call(this);
    return Number.isNaN(ms) ? ms : -zoned(ms).offsetNanoseconds / NS_PER_MS / MS_PER_MINUTE || 0;
  });
  method(prototype, 'toString', function() { return text(this, dateText, timeText); });
  method(prototype, 'toDateString', function() { return text(this, dateText); });
  method(prototype, 'toTimeString', function() { return text(this, timeText); });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    const original = prototype[name];
    method(prototype, name, function(locales, options) {
      return original.call(this, locales, options?.timeZone === undefined ? { ...options, timeZone: zone } : options);
    });
  }
  method(globalThis, 'Date', makeDate());
  method(Intl, 'DateTimeFormat', makeFormat());
}

module.exports = { change };
