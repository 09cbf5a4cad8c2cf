'use strict';

// Runs the events that Java has put into the ring: all I/O callbacks, in the poll phase, one after the other, each followed
// by the nextTick queue and the microtasks.
//
// Staying. A turn of the loop costs more than a small callback. If the next turn would bring only more of what just ran
// (slots that the pool has completed meanwhile, immediates started by immediates), JavaScript runs it at once. `nothingElse`
// decides this. The loop's order stays the same, because in all other cases JavaScript returns: a posted task or a
// completion of another kind waits in the loop's inbox (MAIL), poll watches a channel, a timer is due, or a native call was
// made, which may have left work for another phase. Both uses are bounded too. Telemetry counts the turns and callbacks that
// ran this way.

const { nativeCalls } = require('internal/core');
const { handlers, now, onPhase, words } = require('internal/bridge');
const { runNextTicks } = require('internal/process/task_queues');
const layout = require('internal/layout');

const { EVENTS_AT } = layout.Block;
const { CALLBACKS, CHANNELS, EVENTS, MAIL, STAYED_CALLBACKS, STAYED_TURNS } = layout.Control;
const { DEADLINE } = layout.ControlTime;
const { AT, EVENT_BYTES, EXTRA, KIND, LENGTH, OWNER, TYPE, VALUE } = layout.Event;
const { SOCKET } = layout.EventType;
const { HEAD, MESSAGE_END } = layout.SocketEvent;

// HTTP messages that one read brought in are reported without a break, as in Node: after a head, and after the end of a
// message, ticks and microtasks wait for what follows. (Trailers are reported before the next head, though.)
function isReportedWithNext(i32, at) {
  if (i32[at + TYPE] !== SOCKET || eventsDone === i32[EVENTS]) return false;
  const kind = i32[at + KIND];
  if (kind !== HEAD && kind !== MESSAGE_END) return false;
  const next = at + (EVENT_BYTES >> 2);
  if (i32[next + TYPE] !== SOCKET || i32[next + OWNER] !== i32[at + OWNER]) return false;
  const nextKind = i32[next + KIND];
  const hasTrailers = kind === MESSAGE_END && i32[at + LENGTH] > 0;
  return nextKind === HEAD ? !hasTrailers : nextKind > HEAD;
}

// If a callback throws, the next entry continues with the following events.
let eventsDone = 0;
onPhase(layout.TurnPhase.POLL, function processEvents() {
  const { i32, f64 } = words;
  while (eventsDone < i32[EVENTS]) {
    const at = (EVENTS_AT + EVENT_BYTES * eventsDone++) >> 2;
    i32[CALLBACKS]++;
    handlers[i32[at + TYPE]](
      i32[at + OWNER], i32[at + KIND], i32[at + AT], i32[at + LENGTH], f64[(at >> 1) + VALUE], i32[at + EXTRA]);
    if (!isReportedWithNext(i32, at)) runNextTicks();
  }
  eventsDone = 0;
  i32[EVENTS] = 0;
});

// For the handler of an event that stands for several callbacks: calling this before one of them makes the handler run again
// for the next.
function repeatEvent() {
  eventsDone--;
}

// The handler had no callback to run.
function hadNoCallback() {
  words.i32[CALLBACKS]--;
}

const isLastEvent = () => eventsDone === words.i32[EVENTS];

// Whether no other phase has work, as far as JavaScript knows. `callsBefore` is the number of native calls when the stay
// began.
function nothingElse(callsBefore) {
  const { i32, f64 } = words;
  return i32[CHANNELS] === 0 && i32[MAIL] === 0 && nativeCalls.calls === callsBefore &&
    (f64[DEADLINE] < 0 || f64[DEADLINE] > now());
}

// For telemetry: a turn, and callbacks, that ran without a return to the loop.
function countStayedTurn() {
  words.i32[STAYED_TURNS]++;
}

function countStayedCallbacks(count) {
  words.i32[STAYED_CALLBACKS] += count;
}

module.exports = { countStayedCallbacks, countStayedTurn, hadNoCallback, isLastEvent, nothingElse, repeatEvent };
