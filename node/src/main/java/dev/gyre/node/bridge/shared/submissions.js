'use strict';

// Operations that JavaScript does not wait for: a list of records in shared memory, which Java carries out in order after
// the turn (Submissions.java). Until then a record owns the bytes that it refers to.

const { call, words } = require('internal/bridge');
const layout = require('internal/layout');

const { SUBMISSIONS_AT } = layout.Block;
const { SUBMISSIONS } = layout.Control;
const { AT, LENGTH, MAX_SUBMISSIONS, OPERATION, OWNER, SUBMISSION_BYTES } = layout.Submission;
const { CARRY_OUT } = layout.CallOperation;

const FIRST = SUBMISSIONS_AT >> 2;
const INTS = SUBMISSION_BYTES >> 2;

// operation: one of layout.Operation; owner: number of the slot or socket.
function submit(operation, owner, at, length) {
  makeRoom();
  const { i32 } = words;
  const count = i32[SUBMISSIONS];
  const record = FIRST + count * INTS;
  i32[record + OPERATION] = operation;
  i32[record + OWNER] = owner;
  i32[record + AT] = at;
  i32[record + LENGTH] = length;
  i32[SUBMISSIONS] = count + 1;
}

// After this, the next submission makes no call.
function makeRoom() {
  if (words.i32[SUBMISSIONS] === MAX_SUBMISSIONS) carryOut();
}

// Carries them out before the turn is over.
const carryOut = () => call(CARRY_OUT);

const isEmpty = () => words.i32[SUBMISSIONS] === 0;

module.exports = { carryOut, isEmpty, makeRoom, submit };
