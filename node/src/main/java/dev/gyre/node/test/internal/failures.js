'use strict';

// How a test can fail. Every failure is an ERR_TEST_FAILURE whose `cause` is what really happened: the error that the
// test threw, or the sentence where the runner itself found fault.

const { codes: { ERR_TEST_FAILURE }, kIsNodeError } = require('internal/errors');

const types = {
  ABORTED: 'testAborted',
  CALLBACK_AND_PROMISE: 'callbackAndPromisePresent',
  CALLED_BACK_TWICE: 'multipleCallbackInvocations',
  CANCELLED: 'cancelledByParent',
  CODE: 'testCodeFailure',
  EXPECTED: 'expectedFailure',
  HOOK: 'hookFailed',
  PARENT_FINISHED: 'parentAlreadyFinished',
  SUBTESTS: 'subtestsFailed',
  TIMEOUT: 'testTimeoutFailure',
};

const isFailure = (error) => error?.code === 'ERR_TEST_FAILURE' && kIsNodeError in error;

const failure = (cause, type) => new ERR_TEST_FAILURE(cause, type);

// What a test threw: failures of the runner's own pass through.
const asFailure = (error) => (isFailure(error) ? error : failure(error, types.CODE));

module.exports = { types, failure, isFailure, asFailure };
