'use strict';

const { bad, uses } = require('../../../patched/uses.js');

uses(() => {
  Object.getPrototypeOf(''[Symbol.iterator]()).next = bad('next');
  Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype)[Symbol.asyncIterator] = bad('asyncIterator');
});
