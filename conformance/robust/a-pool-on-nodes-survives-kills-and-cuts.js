'use strict';
// A pool on nodes in network namespaces of their own: a node is killed, one has other files where the program's code is, and one is
// cut off for less than it takes to give it up. Every task has one outcome, and the sums agree. bench/distributed/chaos.js does more
// of it, with partitions and slow links.

const { chaos, obstacle } = require('../../bench/distributed/chaos.js');

process.removeAllListeners('warning'); // on a busy machine nodes answer late, which is told

const why = obstacle();
if (why === undefined) {
  chaos({ tasks: 1000, nodes: 3, killEveryMs: 10_000, parts: ['kills', 'code', 'cuts'], say() {} }).then(() => {
    console.log('ok');
    process.exit();
  });
} else {
  console.log(`skipped: ${why}`);
}
