'use strict';

// How a test can fail. Every failure is an ERR_TEST_FAILURE whose `cause` is what really happened: the error that the
// test threw, or the sentence where the runner itself found fault.

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
  hideInternalStackFrames(error); // where the runner found it out tells nobody anything
  return error;
}

// What a test threw: failures of the runner's own pass through.
const asFailure = (error) => (isFailure(error) ? error : failure(error, types.CODE));

module.exports = { types, failure, isFailure, asFailure };
