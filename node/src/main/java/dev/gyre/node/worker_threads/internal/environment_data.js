'use strict';

// The data that a thread hands down to the workers that it starts.

const { MapPrototypeForEach, SafeMap } = require('internal/primordials');

const environmentData = new SafeMap();

function setEnvironmentData(key, value) {
  if (value === undefined) environmentData.delete(key);
  else environmentData.set(key, value);
}

const getEnvironmentData = (key) => environmentData.get(key);

// What the parent had when it started this worker.
function inherit(data) {
  MapPrototypeForEach(data, (value, key) => { environmentData.set(key, value); });
}

module.exports = { environmentData, getEnvironmentData, inherit, setEnvironmentData };
