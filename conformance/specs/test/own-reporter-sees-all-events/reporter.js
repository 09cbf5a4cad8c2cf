'use strict';
module.exports = async function* reporter(source) {
  for await (const { type, data } of source) {
    if (data.details) data.details.duration_ms = 0;
    if (type === 'test:dequeue') delete data.type; // in Node sometimes that of the parent
    if (data.duration_ms) data.duration_ms = 0;
    if (/^duration_ms/.test(data.message)) continue;
    if (data.details?.error) data.details.error = `${data.details.error.failureType}: ${data.details.error.message}`;
    yield `${type} ${JSON.stringify(data)}\n`;
  }
};
