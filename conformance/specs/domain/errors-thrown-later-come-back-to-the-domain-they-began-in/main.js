'use strict';
const domain = require('domain');
const fs = require('fs');

const sources = {
  tick: (fail) => process.nextTick(fail),
  timer: (fail) => setTimeout(fail, 1),
  immediate: (fail) => setImmediate(fail),
  request: (fail) => fs.stat(__filename, fail),
  timerOfAReaction: (fail) => Promise.resolve().then(() => setTimeout(fail, 1)),
};

const [...names] = Object.keys(sources);

function next() {
  const name = names.shift();
  if (name === undefined) return;
  const d = domain.create();
  d.on('error', (error) => {
    console.log(name, error.message, error.domain === d, error.domainThrown, process.domain, domain._stack.length);
    setImmediate(next);
  });
  d.run(sources[name], () => {
    console.log(name, 'runs inside', process.domain === d, domain.active === d, domain._stack.length);
    throw new Error('lost');
  });
}
next();
