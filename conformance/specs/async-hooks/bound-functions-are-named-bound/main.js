'use strict';
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const resource = new AsyncResource('TEST');
for (const bound of [
  resource.bind((a, b) => a), resource.bind(function named() {}), resource.bind(() => 1, null), AsyncResource.bind(() => 1, 'X'),
  AsyncLocalStorage.bind((a) => a),
]) {
  console.log(bound.length, Object.getOwnPropertyDescriptor(bound, 'name'));
}
