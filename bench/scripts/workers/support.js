'use strict';

exports.median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
exports.messageOf = (worker) => new Promise((resolve, reject) => {
  worker.once('message', (value) => {
    worker.off('error', reject);
    resolve(value);
  });
  worker.once('error', reject);
});
exports.report = (value) => console.log(JSON.stringify({ value }));
