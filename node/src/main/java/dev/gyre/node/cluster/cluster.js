'use strict';

// A process that a primary has started is a worker; every other process can be a primary. internal/cluster/primary describes
// how the two work together.
//
// The environment decides, when the module is first required. It must not be part of the snapshot.

const { ObjectHasOwn } = require('internal/primordials');
const { atStart } = require('internal/start');

atStart(() => {
  const role = ObjectHasOwn(process.env, 'NODE_UNIQUE_ID') ? 'child' : 'primary';
  module.exports = require(`internal/cluster/${role}`);
});
