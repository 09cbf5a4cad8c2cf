'use strict';

// Properties that are fixed for a process: version, platform, arguments, environment.

const {
  ObjectDefineProperties, ObjectDefineProperty, ObjectEntries, ObjectFreeze, ObjectValues, String, SymbolToStringTag,
} = require('internal/primordials');
const { createEnv } = require('internal/process/env');
const debugPort = require('internal/process/debug_port');

const NODE_VERSION = '26.10.0';
const RELEASE = `https://nodejs.org/download/release/v${NODE_VERSION}/node-v${NODE_VERSION}`;

const native = binding('process');

const fixed = (value) => ({ __proto__: null, value, enumerable: true, writable: false, configurable: true });

// Set at build time: they don't depend on the process. `versions` and the rest are set at boot.
function install(process) {
  ObjectDefineProperties(process, {
    __proto__: null,
    version: fixed(`v${NODE_VERSION}`),
    release: fixed({ name: 'node', sourceUrl: `${RELEASE}.tar.gz`, headersUrl: `${RELEASE}-headers.tar.gz` }),
    moduleLoadList: fixed([]),
    features: { __proto__: null, value: features(), enumerable: true, writable: true, configurable: true },
    [SymbolToStringTag]: { __proto__: null, value: 'process', enumerable: false, writable: true, configurable: false },
  });
  process.domain = null;
  ObjectDefineProperty(process, 'debugPort', { __proto__: null, get: debugPort.get, set: debugPort.set, enumerable: true, configurable: true });
}

// True only for features that work.
function features() {
  const object = {
    inspector: true,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: true,
    tls_sni: true,
    tls_ocsp: true,
    tls: true,
    openssl_is_boringssl: false,
  };
  const answers = {
    cached_builtins: () => true,
    require_module: () => require('internal/module/esm_require').canRequire(),
    quic: () => false,
    typescript: () => (require('internal/module/typescript').isOn() && require('internal/module/typescript').isThere() ? 'strip' : false),
  };
  for (let i = 0, list = ObjectEntries(answers); i < list.length; i++) {
    const { 0: name, 1: answer } = list[i];
    ObjectDefineProperty(object, name, { __proto__: null, enumerable: true, configurable: true, get: answer });
  }
  return object;
}

function config(arch) {
  const variables = {
    asan: 0,
    coverage: false,
    debug_node: false,
    host_arch: arch,
    icu_small: false,
    icu_ver_major: '77',
    is_debug: 0,
    napi_build_version: '10',
    node_builtin_shareable_builtins: [],
    node_byteorder: 'little',
    node_module_version: 147,
    node_prefix: '/',
    node_shared: false,
    node_use_amaro: require('internal/module/typescript').isThere(),
    node_use_openssl: false,
    node_use_ffi: false,
    node_without_node_options: false,
    single_executable_application: false,
    target_arch: arch,
    ubsan: 0,
    v8_enable_i18n_support: 1,
    v8_enable_inspector: 0,
    v8_enable_temporal_support: 1,
    v8_enable_webassembly: 1,
  };
  return deepFreeze({
    target_defaults: {
      cflags: [],
      configurations: { Debug: { v8_enable_v8_checks: 0, variables: {} }, Release: { v8_enable_v8_checks: 1, variables: {} } },
      default_configuration: 'Release',
      defines: [],
      include_dirs: [],
      libraries: [],
    },
    variables,
  });
}

function deepFreeze(object) {
  for (let i = 0, list = ObjectValues(object); i < list.length; i++) {
    const value = list[i];
    if (typeof value === 'object' && value !== null) deepFreeze(value);
  }
  return ObjectFreeze(object);
}

// Reading the version loads the library, so it is a getter.
function opensslVersion() {
  try {
    return require('internal/core').binding('crypto').version();
  } catch (error) {
    if (error.code === 'ERR_NO_CRYPTO') return undefined;
    throw error;
  }
}

function boot(process, facts) {
  const { platform, arch, argv, execArgv, execPath, argv0, pid, ppid, env, versions, ownsProcess } = facts;
  ObjectDefineProperties(process, {
    __proto__: null,
    versions: fixed(ObjectFreeze({
      node: NODE_VERSION,
      brotli: '1.2.1',
      cldr: '47.0',
      gyre: versions.gyre,
      icu: '77.1',
      java: versions.java,
      modules: '147',
      napi: '10',
      get openssl() { return opensslVersion(); },
      unicode: '16.0',
      uv: '1.52.1',
      v8: versions.v8,
      zlib: '1.2.13',
      zstd: '1.5.7',
      sqlite: '3.50.1',
    })),
    arch: fixed(arch),
    platform: fixed(platform),
    config: fixed(config(arch)),
    pid: fixed(pid),
    argv0: { __proto__: null, value: argv0, enumerable: true, writable: false, configurable: false },
    title: {
      __proto__: null,
      enumerable: true,
      configurable: true,
      get: () => native.title(),
      set(value) { native.setTitle(String(value)); },
    },
  });
  process.ppid = ppid;
  process.env = createEnv(env);
  process.argv = argv;
  process.execArgv = execArgv;
  process.execPath = execPath;
  bootOptions(process);
  if (!ownsProcess) require('internal/process/embedded').restrict(process, require('internal/options').get('--worker-thread') === true);
}

const ALIASES = [
  ['_eval', '--eval'], ['_print_eval', '--print'], ['_syntax_check_only', '--check'], ['_forceRepl', '--interactive'],
  ['noDeprecation', '--no-deprecation'], ['noProcessWarnings', '--no-warnings'],
  ['traceProcessWarnings', '--trace-warnings'], ['throwDeprecation', '--throw-deprecation'],
  ['traceDeprecation', '--trace-deprecation'],
];

function bootOptions(process) {
  const options = require('internal/options');
  ObjectDefineProperty(process, '_preload_modules', fixed(options.list('--require')));
  for (let i = 0; i < ALIASES.length; i++) {
    const { 0: name, 1: option } = ALIASES[i];
    const value = options.get(option);
    if (value) ObjectDefineProperty(process, name, fixed(value));
  }
  let flags;
  ObjectDefineProperty(process, 'allowedNodeEnvironmentFlags', {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: () => flags ??= require('internal/process/environment_flags').create(native.environmentFlags()),
    set(value) {
      ObjectDefineProperty(this, 'allowedNodeEnvironmentFlags',
        { __proto__: null, value, enumerable: true, configurable: true, writable: true });
    },
  });
}

module.exports = { install, boot };
