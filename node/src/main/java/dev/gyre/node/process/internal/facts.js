'use strict';

// What a process is: version, platform, arguments, environment.

const { createEnv } = require('internal/process/env');

const NODE_VERSION = '26.10.0';

const native = binding('process');

const readOnly = (value) => ({ value, enumerable: true, writable: false, configurable: false });

// At build time: what does not depend on this process. `versions` and the rest come at boot.
function install(process) {
  Object.defineProperty(process, 'version', readOnly(`v${NODE_VERSION}`));
  process.release = {
    name: 'node',
    sourceUrl: `https://nodejs.org/download/release/v${NODE_VERSION}/node-v${NODE_VERSION}.tar.gz`,
    headersUrl: `https://nodejs.org/download/release/v${NODE_VERSION}/node-v${NODE_VERSION}-headers.tar.gz`,
  };
  process.moduleLoadList = [];
  process.domain = null;
  Object.defineProperty(process, 'features', readOnly(features()));
  process.debugPort = 9229;
}

// Only what is there says true.
function features() {
  const on = (value) => ({ value, enumerable: true, configurable: false, writable: false });
  return Object.defineProperties({}, {
    inspector: on(false),
    debug: on(false),
    uv: on(true),
    ipv6: on(true),
    tls_alpn: on(false),
    tls_sni: on(false),
    tls_ocsp: on(false),
    tls: on(false),
    openssl_is_boringssl: on(false),
    cached_builtins: on(true),
    require_module: on(false),
    typescript: on(false),
  });
}

function config(arch) {
  const variables = {
    host_arch: arch,
    target_arch: arch,
    napi_build_version: '10',
    node_builtin_shareable_builtins: [],
    node_module_version: 147,
    node_byteorder: 'little',
    node_shared: false,
    node_use_openssl: false,
    v8_enable_i18n_support: 1,
    v8_enable_inspector: 0,
    v8_enable_webassembly: 1,
    icu_small: false,
    icu_ver_major: '77',
    asan: 0,
    ubsan: 0,
    coverage: false,
    debug_node: false,
    single_executable_application: false,
  };
  return deepFreeze({ target_defaults: { cflags: [], default_configuration: 'Release', defines: [],
    include_dirs: [], libraries: [], configurations: { Release: {}, Debug: {} } }, variables });
}

function deepFreeze(object) {
  for (const value of Object.values(object)) {
    if (typeof value === 'object' && value !== null) deepFreeze(value);
  }
  return Object.freeze(object);
}

function boot(process, facts) {
  const { platform, arch, argv, execArgv, execPath, argv0, pid, ppid, env, versions } = facts;
  Object.defineProperty(process, 'versions', readOnly(Object.freeze({
    node: NODE_VERSION,
    gyre: versions.gyre,
    v8: versions.v8,
    java: versions.java,
    uv: '1.52.1',
    modules: '147',
    napi: '10',
    icu: '77.1',
    cldr: '47.0',
    unicode: '16.0',
    zlib: '1.3.1',
  })));
  Object.defineProperty(process, 'arch', readOnly(arch));
  Object.defineProperty(process, 'platform', readOnly(platform));
  Object.defineProperty(process, 'config', { value: config(arch), enumerable: true, writable: true, configurable: true });
  process.env = createEnv(env);
  process.argv = argv;
  process.execArgv = execArgv;
  process.execPath = execPath;
  Object.defineProperty(process, 'argv0', { value: argv0, enumerable: true, configurable: true, writable: true });
  Object.defineProperty(process, 'pid', readOnly(pid));
  Object.defineProperty(process, 'ppid', { enumerable: true, configurable: false, get: () => ppid });
  Object.defineProperty(process, 'title', {
    enumerable: true,
    configurable: true,
    get: () => native.title(),
    set(value) { native.setTitle(String(value)); },
  });
  bootFlags(process);
}

function bootFlags(process) {
  const options = require('internal/options');
  if (options.get('--no-deprecation')) process.noDeprecation = true;
  if (options.get('--throw-deprecation')) process.throwDeprecation = true;
  if (options.get('--trace-deprecation')) process.traceDeprecation = true;
  if (options.get('--trace-warnings')) process.traceProcessWarnings = true;
  Object.defineProperty(process, 'allowedNodeEnvironmentFlags', {
    enumerable: true,
    configurable: true,
    get() {
      const value = require('internal/process/environment_flags').create();
      Object.defineProperty(this, 'allowedNodeEnvironmentFlags', { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
  });
}

module.exports = { install, boot };
