'use strict';
// The tracing channels module.import and module.require: context, order, result and error.
const { tracingChannel } = require('diagnostics_channel');

function listen(name) {
  const channel = tracingChannel(name);
  const seen = {};
  for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
    seen[event] = ({ parentURL, parentFilename, url, id, result, error }) => {
      console.log(name, event, (parentURL ?? parentFilename)?.split('/').pop(), url ?? id, typeof result, error?.code);
    };
  }
  channel.subscribe(seen);
  return () => console.log(channel.unsubscribe(seen), channel.hasSubscribers);
}

(async () => {
  const stop = [listen('module.import'), listen('module.require')];
  await import('os');
  await import('does-not-exist').catch((error) => console.log(error.code));
  require('path');
  try {
    require('./none');
  } catch (error) {
    console.log(error.code);
  }
  for (const one of stop) one();
  await import('os');
  require('path');
})();
