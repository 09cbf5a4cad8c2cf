'use strict';

// The life of the runtime, with its arguments. TraceEventsBinding writes its end.

const { emit } = require('internal/trace_events/tracing');

const ENVIRONMENT_ID = 1;

function watch(isWanted) {
  const { argv, execArgv } = process;
  if (isWanted) emit('b', 'node,node.environment', 'Environment', ENVIRONMENT_ID, { args: { args: argv, exec_args: execArgv } });
}

module.exports = { watch };
