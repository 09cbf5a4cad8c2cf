'use strict';

// Objects of the core that are proxies here and objects of native code in Node: process.env, Storage, a database's limits.
// util.inspect shows what their handlers say, and not that they are proxies.

const { SafeWeakSet } = require('internal/primordials');

const exotic = new SafeWeakSet();

function asExotic(proxy) {
  exotic.add(proxy);
  return proxy;
}

const isExotic = (proxy) => exotic.has(proxy);

module.exports = { asExotic, isExotic };
