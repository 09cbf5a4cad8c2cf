'use strict';
const util = require('node:util');
const proxy = new Proxy({ a: 1 }, { get() { throw new Error('never called'); } });
console.log(proxy, new Proxy(() => {}, {}), new Proxy([1, 2], {}));
console.log(util.inspect(proxy, { showProxy: true }), util.inspect(new Proxy(proxy, {}), { showProxy: 1 }));
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
console.log(revoked);
