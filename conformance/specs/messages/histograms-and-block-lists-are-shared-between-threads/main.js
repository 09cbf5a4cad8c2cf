'use strict';

// A Histogram and a BlockList are the same ones in every thread that got them in a message: each thread sees what the other
// does, whoever has made them.
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { createHistogram, monitorEventLoopDelay } = require('perf_hooks');
const { BlockList } = require('net');

const figures = ({ count, min, max, mean, exceeds }) => [count, min, max, mean, exceeds].join(' ');

const steps = {
  record({ histogram }) {
    histogram.record(100);
    for (let i = 0; i < 1000; i++) histogram.record(7);
    try {
      histogram.record(5000); // beyond the range
    } catch (error) {
      console.log(error.code);
    }
    return figures(histogram);
  },
  block({ blocked }) {
    blocked.addAddress('9.9.9.9');
    blocked.addAddress('1.1.1.1');
    blocked.addSubnet('fe80::', 10, 'ipv6');
    blocked.removeRange('2.0.0.1', '2.0.0.9');
    return [blocked.rules, blocked.check('3.0.0.7'), blocked.check('2.0.0.7')];
  },
  many({ histogram }) {
    for (let i = 1; i <= 50000; i++) histogram.record(i % 500 + 1);
    return 'done';
  },
  look({ histogram, blocked }) { return [figures(histogram), blocked.rules, blocked.size, blocked.check('8.8.8.8')]; },
  clear({ histogram, blocked }) {
    histogram.reset();
    blocked.clear();
    return [figures(histogram), blocked.rules];
  },
  made() {
    const histogram = createHistogram();
    histogram.record(3);
    const blocked = new BlockList();
    blocked.addAddress('::1', 'ipv6');
    Object.assign(workerData, { histogram, blocked });
    return { histogram, blocked };
  },
  delays({ delay }) {
    const isSampled = delay.count > 0 && delay.max > 0 && delay.min > 0;
    return [isSampled, delay.constructor.name, typeof delay.enable, typeof delay.record];
  },
};

if (!isMainThread) {
  parentPort.on('message', (step) => parentPort.postMessage(steps[step](workerData)));
  return;
}

const histogram = createHistogram({ lowest: 1, highest: 1000, figures: 3 });
histogram.record(5);
const blocked = new BlockList();
blocked.addAddress('1.1.1.1');
blocked.addRange('2.0.0.1', '2.0.0.9');
blocked.addRange('3.0.0.1', '3.0.0.9');
const delay = monitorEventLoopDelay({ resolution: 1 });
const own = { histogram, blocked };
const worker = new Worker(__filename, { workerData: { histogram, blocked, delay } });
const ask = (step) => new Promise((resolve) => worker.once('message', resolve).postMessage(step));

(async () => {
  console.log('record', await ask('record'), '|', figures(histogram));
  histogram.record(1);
  console.log('block', await ask('block'), blocked.rules, blocked.check('fe80::1', 'ipv6'));
  blocked.addAddress('8.8.8.8');
  blocked.removeAddress('1.1.1.1');
  console.log('look', await ask('look'), steps.look(own));
  const clone = structuredClone(histogram);
  clone.record(500);
  const { port1, port2 } = new MessageChannel();
  const received = new Promise((resolve) => { port2.once('message', resolve); });
  port1.postMessage(own);
  const again = await received;
  port1.close();
  again.histogram.record(600);
  again.blocked.addSubnet('10.0.0.0', 8);
  console.log('look', await ask('look'), blocked.rules);
  console.log('clear', await ask('clear'), figures(histogram), figures(again.histogram), again.blocked.rules, blocked.size);

  const many = ask('many');
  steps.many(own); // at the same time
  console.log('many', await many, figures(histogram));

  const theirs = await ask('made');
  theirs.histogram.record(30);
  theirs.blocked.addAddress('4.4.4.4');
  console.log('made', await ask('look'), figures(theirs.histogram), theirs.blocked.rules);
  console.log(theirs.histogram.constructor.name, theirs.blocked.constructor === BlockList);

  delay.enable();
  while (delay.count < 3) await new Promise((resolve) => { setTimeout(resolve, 5); });
  console.log('delays', await ask('delays'));
  delay.disable();
  worker.unref();
})();
