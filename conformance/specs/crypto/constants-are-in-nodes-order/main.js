'use strict';
const all = require('constants');
const { constants } = require('crypto');
console.log(Object.keys(constants), Object.keys(all));
const { defaultCoreCipherList } = Object.getOwnPropertyDescriptors(constants);
console.log(defaultCoreCipherList.writable, defaultCoreCipherList.enumerable, defaultCoreCipherList.configurable);
console.log(Object.isFrozen(all), typeof all.OPENSSL_VERSION_NUMBER, all.SIGINT, all.defaultCipherList, { ...all }.O_CREAT);
