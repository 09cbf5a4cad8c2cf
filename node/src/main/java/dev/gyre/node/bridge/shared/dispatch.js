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
const { Uint8Array } = require('internal/primordials');
const { handlers, now, onPhase, words } = require('internal/bridge');
const { begin, undoBegin } = require('internal/callbacks');
const { runNextTicks } = require('internal/process/task_queues');
const layout = require('internal/layout');

const { EVENTS_AT } = layout.Block;
const { CHANNELS, EVENTS, MAIL, STAYED_CALLBACKS, STAYED_TURNS } = layout.Control;
const { DEADLINE } = layout.ControlTime;
const { AT, EVENT_BYTES, EXTRA, KIND, LENGTH, OWNER, TYPE, VALUE } = layout.Event;
const { SOCKET } = layout.EventType;
const { FIRST_OF_PARSER, HEAD, MESSAGE_END } = layout.SocketEvent;

// The kind of callback for each type of event, and behind these for each kind of socket event.
const SOCKET_KINDS = 16;
const kinds = new Uint8Array(2 * SOCKET_KINDS);
const { EventType, Kind, SocketEvent } = layout;
kinds[EventType.COMPLETE] = Kind.WORK;
kinds[EventType.SIGNAL] = Kind.SIGNAL;
kinds[EventType.MESSAGE] = Kind.NOTICE;
kinds[EventType.DATAGRAM] = Kind.DATAGRAM;
kinds[EventType.SLOTS] = Kind.FILE;
kinds[EventType.PORTS] = Kind.MESSAGE;
for (let i = 0; i < SOCKET_KINDS; i++) kinds[SOCKET_KINDS + i] = i < FIRST_OF_PARSER ? Kind.SOCKET : Kind.HTTP_BODY;
kinds[SOCKET_KINDS + SocketEvent.DATA] = Kind.SOCKET_DATA;
kinds[SOCKET_KINDS + SocketEvent.ACCEPTED] = Kind.SOCKET_CONNECTION;
kinds[SOCKET_KINDS + SocketEvent.CONNECTED] = Kind.SOCKET_CONNECTION;
kinds[SOCKET_KINDS + HEAD] = Kind.HTTP_REQUEST;

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
    const type = i32[at + TYPE];
    const kind = i32[at + KIND];
    begin(kinds[type === SOCKET ? SOCKET_KINDS + kind : type], at);
    handlers[type](
      i32[at + OWNER], kind, i32[at + AT], i32[at + LENGTH], f64[(at >> 1) + VALUE], i32[at + EXTRA]);
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
  undoBegin();
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
