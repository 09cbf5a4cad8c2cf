'use strict';

// process.report: one object with diagnostic information about the process, as a value or as a file; on request, after an error
// that nobody caught, and at a signal. When V8 runs out of memory no JavaScript can run any more, so there is no report of that:
// enabling it throws.

const {
  ArrayPrototypeFlatMap, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSlice, Date, DatePrototypeGetDate,
  DatePrototypeGetFullYear, DatePrototypeGetHours, DatePrototypeGetMinutes, DatePrototypeGetMonth, DatePrototypeGetSeconds,
  DatePrototypeGetTime, DatePrototypeToISOString, JSONParse, JSONStringify, ObjectDefineProperty, ObjectEntries, ObjectKeys,
  RegExpPrototypeSymbolMatchAll, Set, String, StringPrototypePadStart, StringPrototypeReplaceAll, StringPrototypeSplit,
  StringPrototypeTrim, copyList, itemsOf, joinLists, replacePattern,
} = require('internal/primordials');
const { codes: { ERR_ACCESS_DENIED, ERR_METHOD_NOT_IMPLEMENTED, ERR_SYNTHETIC } } = require('internal/errors');
const { reports } = require('internal/process/fatal');
const { validateBoolean, validateObject, validateSignalName, validateString } = require('internal/validators');

const permission = require('internal/permission/model');

const native = binding('process');
const REPORT_VERSION = 5;

const settings = {
  directory: '', filename: '', compact: false, excludeNetwork: false, excludeEnv: false, signal: 'SIGUSR2',
  reportOnSignal: false, reportOnUncaughtException: false,
};
let lastNumber = 0;

require('internal/start').atStart(() => {
  const options = require('internal/options');
  settings.directory = options.get('--report-dir') ?? '';
  settings.filename = options.get('--report-filename') ?? '';
  settings.compact = options.get('--report-compact') === true;
  settings.excludeNetwork = options.get('--report-exclude-network') === true;
  settings.excludeEnv = options.get('--report-exclude-env') === true;
  settings.signal = options.get('--report-signal') ?? 'SIGUSR2';
  settings.reportOnSignal = options.get('--report-on-signal') === true;
  settings.reportOnUncaughtException = options.get('--report-uncaught-exception') === true;
  if (settings.reportOnUncaughtException) reports.ofUncaught = reportUncaught;
  if (settings.reportOnSignal) listenForSignal();
});

function header(event, trigger, filename) {
  const os = require('os');
  const now = new Date();
  return {
    reportVersion: REPORT_VERSION,
    event,
    trigger,
    filename,
    dumpEventTime: replacePattern(/\.\d+Z$/, DatePrototypeToISOString(now), 'Z'),
    dumpEventTimeStamp: String(DatePrototypeGetTime(now)),
    processId: process.pid,
    threadId: require('worker_threads').threadId,
    cwd: process.cwd(),
    commandLine: joinLists([process.execPath], process.execArgv, ArrayPrototypeSlice(process.argv, 1)),
    nodejsVersion: process.version,
    glibcVersionRuntime: native.libcVersion(),
    wordSize: 64,
    arch: process.arch,
    platform: process.platform,
    componentVersions: { ...process.versions },
    release: { ...process.release },
    osName: os.type(),
    osRelease: os.release(),
    osVersion: os.version(),
    osMachine: os.machine(),
    cpus: os.cpus().map(({ model, speed, times }) => ({ model, speed, ...times })),
    networkInterfaces: settings.excludeNetwork ? undefined : networkInterfaces(os),
    host: os.hostname(),
  };
}

function networkInterfaces(os) {
  return ArrayPrototypeFlatMap(ObjectEntries(os.networkInterfaces()), ({ 0: name, 1: addresses }) => addresses.map((address) => ({
    name, internal: address.internal, mac: address.mac, address: address.address, netmask: address.netmask,
    family: address.family,
  })));
}

function stackOf(error) {
  if (error === undefined) return { message: '', errorProperties: {} };
  if (typeof error !== 'object' && typeof error !== 'function' || error === null) return { message: String(error), errorProperties: {} };
  const stack = readStack(error);
  if (stack === undefined) return { message: 'No stack.', stack: ['Unavailable.'], errorProperties: {} };
  if (stack === '') return { message: '', errorProperties: {} };
  const frames = StringPrototypeSplit(stack, '\n');
  const message = ArrayPrototypeShift(frames);
  return { message, stack: ArrayPrototypeMap(frames, (frame) => StringPrototypeTrim(frame)), errorProperties: textsOf(error) };
}

function readStack(error) {
  try {
    const { stack } = error;
    return typeof stack === 'string' ? stack : undefined;
  } catch {
    return undefined; // a getter that throws
  }
}

// The properties of an error as texts, without those that can't be one.
function textsOf(error) {
  const texts = {};
  for (let i = 0, names = ObjectKeys(error); i < names.length; i++) {
    const name = names[i];
    if (name === 'stack' || name === 'message') continue;
    try {
      texts[name] = `${error[name]}`;
    } catch {
      // A symbol, or a getter or toString() that throws.
    }
  }
  return texts;
}

function sharedObjects() {
  const maps = native.ownFacts('maps');
  return copyList(new Set(maps.match(/\/\S*\.so\S*$/gm) ?? []));
}

// The loop's handles are Gyre's own: they have no address, and only their types are known.
function handles() {
  const list = ArrayPrototypeMap(process.getActiveResourcesInfo(), (type) => ({ type, is_active: true, is_referenced: true }));
  ArrayPrototypePush(list, { type: 'loop', is_active: list.length > 0, loopIdleTimeSeconds: require('perf_hooks').performance.nodeTiming.idleTime / 1e3 });
  return list;
}

function make(event, trigger, filename, error) {
  const { heap, processUsage, threadUsage, userLimits } = require('internal/process/report_figures');
  return {
    header: header(event, trigger, filename),
    javascriptStack: stackOf(error),
    javascriptHeap: heap(),
    nativeStack: [],
    resourceUsage: processUsage(),
    uvthreadResourceUsage: threadUsage(),
    libuv: handles(),
    workers: [],
    environmentVariables: settings.excludeEnv ? undefined : { ...process.env },
    userLimits: userLimits(),
    sharedObjects: sharedObjects(),
  };
}

function toError(err) {
  if (err === undefined) return new ERR_SYNTHETIC();
  validateObject(err, 'err');
  return err;
}

const two = (number) => StringPrototypePadStart(String(number), 2, '0');

function defaultFile() {
  const now = new Date();
  const day = `${DatePrototypeGetFullYear(now)}${two(DatePrototypeGetMonth(now) + 1)}${two(DatePrototypeGetDate(now))}`;
  const time = `${two(DatePrototypeGetHours(now))}${two(DatePrototypeGetMinutes(now))}${two(DatePrototypeGetSeconds(now))}`;
  return `report.${day}.${time}.${process.pid}.0.${StringPrototypePadStart(String(++lastNumber), 3, '0')}.json`;
}

function writeReport(file, err) {
  if (typeof file === 'object' && file !== null) {
    err = file;
    file = undefined;
  } else if (file !== undefined) {
    validateString(file, 'file');
  }
  checkWritable(file);
  return write('JavaScript API', 'API', file, toError(err));
}

// Before a report is made, and with the name that was asked for, as in Node.
function checkWritable(file) {
  if (!permission.isEnabled() || permission.isAudit()) return;
  const name = file ?? settings.filename;
  const resource = !name ? process.cwd() : settings.directory === '' ? name : `${settings.directory}/${name}`;
  if (!permission.hasWrite(resource)) {
    throw new ERR_ACCESS_DENIED('Access to this API has been restricted', 'FileSystemWrite', resource);
  }
}

function write(event, trigger, file, error) {
  const name = file || settings.filename || defaultFile();
  const text = JSONStringify(make(event, trigger, name, error), null, settings.compact ? 0 : 2);
  if (name === 'stdout' || name === 'stderr') {
    process[name].write(`${text}\n`);
    native.writeStderr('\nNode.js report completed\n');
    return name;
  }
  if (!writeFile(name, `${text}\n`)) return '';
  native.writeStderr('Node.js report completed\n');
  return name;
}

// A folder that is missing must not make the program fail, only the report.
function writeFile(name, text) {
  const { directory } = settings;
  const fs = require('fs');
  let file;
  try {
    file = fs.openSync(directory === '' ? name : `${directory}/${name}`, 'w');
  } catch (error) {
    if (error.errno === undefined) throw error;
    const place = directory === '' ? '' : ` directory: ${directory}`;
    native.writeStderr(`\nFailed to open Node.js report file: ${name}${place} (errno: ${-error.errno})\n`);
    return false;
  }
  native.writeStderr(`\nWriting Node.js report to file: ${name}\n`);
  try {
    fs.writeFileSync(file, text);
  } finally {
    fs.closeSync(file);
  }
  return true;
}

// ---- reports that nobody has asked for at that moment

// Called before the process ends by an error that nobody caught.
function reportUncaught(error) {
  if (settings.reportOnUncaughtException) write('Exception', 'Exception', undefined, error);
}

function onSignal(signal) {
  write(signal, 'Signal', undefined, undefined);
}

function listenForSignal() {
  if (!settings.reportOnSignal || !require('worker_threads').isMainThread) return;
  process.on(settings.signal, onSignal);
}

function changeSignal(change) {
  process.removeListener(settings.signal, onSignal);
  change();
  listenForSignal();
}

const report = {
  writeReport,
  getReport: (err) => JSONParse(JSONStringify(make('JavaScript API', 'GetReport', null, toError(err)))),
};

function setting(name, validate, argument) {
  ObjectDefineProperty(report, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: () => settings[name],
    set(value) {
      validate(value, argument ?? name);
      settings[name] = value;
    },
  });
}

function trigger(name, change = (set) => set()) {
  ObjectDefineProperty(report, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: () => settings[name],
    set(value) {
      validateBoolean(value, 'trigger');
      change(() => { settings[name] = value; });
    },
  });
}

setting('directory', validateString);
setting('filename', validateString);
setting('compact', validateBoolean);
setting('excludeNetwork', validateBoolean);
ObjectDefineProperty(report, 'signal', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => settings.signal,
  set(value) {
    validateSignalName(value, 'signal');
    changeSignal(() => { settings.signal = value; });
  },
});
ObjectDefineProperty(report, 'reportOnFatalError', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => false,
  set(value) {
    validateBoolean(value, 'trigger');
    if (value) throw new ERR_METHOD_NOT_IMPLEMENTED('process.report.reportOnFatalError = true');
  },
});
trigger('reportOnSignal', changeSignal);
trigger('reportOnUncaughtException', (set) => {
  set();
  reports.ofUncaught = reportUncaught;
});
setting('excludeEnv', validateBoolean);

module.exports = { report };
