'use strict';
// The domain NodeTracing: what a session may collect, and when it is told.

const { Session } = require('inspector/promises');
const fs = require('fs');
(async () => {
  const session = new Session();
  session.connect();
  const events = [];
  const order = [];
  session.on('NodeTracing.dataCollected', ({ params }) => {
    events.push(...params.value);
    if (order.at(-1) !== 'data') order.push('data');
  });
  session.on('NodeTracing.tracingComplete', () => order.push('complete'));
  console.log((await session.post('NodeTracing.getCategories')).categories.join());
  for (const traceConfig of [{ includedCategories: [] }, {}, { includedCategories: 'x' }]) {
    await session.post('NodeTracing.start', { traceConfig }).catch(({ code, message }) => console.log(code, message));
  }
  await session.post('NodeTracing.start').catch(({ code, message }) => console.log(code, message));
  await session.post('NodeTracing.stop');
  console.log(await session.post('NodeTracing.start', { traceConfig: { includedCategories: ['node.fs.sync', 'node.console'] } }));
  await session.post('NodeTracing.start', { traceConfig: { includedCategories: ['node.fs.sync'] } }).catch(({ code, message }) => console.log(code, message));
  fs.statSync('.');
  console.time('a');
  order.length = 0;
  console.log(await session.post('NodeTracing.stop'));
  fs.statSync('..');
  console.log(order.join(), [...new Set(events.map(({ ph, cat, name }) => `${ph} ${cat} ${name}`))].filter((text) => /stat|console/.test(text)).join('; '));
  console.log(Object.keys(events.find(({ cat }) => /fs/.test(cat))).join());
  console.log(fs.existsSync('node_trace.1.log'));
  session.disconnect();
})();
