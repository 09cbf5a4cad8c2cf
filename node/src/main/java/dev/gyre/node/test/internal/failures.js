'use strict';

// How a test can fail. Every failure is an ERR_TEST_FAILURE whose `cause` is the error that the test threw, or a message if
// the runner itself detected the failure.

const { codes: { ERR_TEST_FAILURE }, hideInternalStackFrames, kIsNodeError } = require('internal/errors');

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

function failure(cause, type) {
  const error = new ERR_TEST_FAILURE(cause, type);
  hideInternalStackFrames(error); // the runner's frames don't help users
  return error;
}

// Wraps what a test threw; the runner's own failures stay unchanged.
const asFailure = (error) => (isFailure(error) ? error : failure(error, types.CODE));

module.exports = { types, failure, isFailure, asFailure };
