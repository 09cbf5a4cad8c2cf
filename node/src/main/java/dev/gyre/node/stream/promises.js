'use strict';

const { finishedPromise } = require('internal/stream/finished');
const { pipelinePromise } = require('internal/stream/pipeline');

module.exports = { finished: finishedPromise, pipeline: pipelinePromise };
