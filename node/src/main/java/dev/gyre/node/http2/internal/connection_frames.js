'use strict';

// The half of an endpoint that is about the connection as a whole: how much of what was received the other side may send again,
// and the frames SETTINGS, PING, GOAWAY, ALTSVC and ORIGIN.

const { ArrayPrototypeForEach, ArrayPrototypePush, ArrayPrototypeShift, MathMin, ObjectKeys, Uint8Array, setBytes } = require('internal/primordials');
const { performance } = require('perf_hooks');
const { SETTING_NAMES, pairsOf } = require('internal/http2/settings');

const native = binding('http2');

const MAX_WINDOW = 2 ** 31 - 1;
const MAX_LIST_BYTES = 2 ** 24 - 1;

const limited = (value, max) => (value === undefined ? -1 : MathMin(value, max));

class ConnectionFrames {
  // ---- what was received and used up

  consumeConnection(count) {
    this.consumed += count;
    const increment = MathMin(this.consumed, this.received);
    if (this.isUpdateQueued || increment <= 0 || increment * 2 < this.receiveWindow) return;
    this.isUpdateQueued = true;
    this.output.windowUpdate(0, increment);
    this.received -= increment;
    this.consumed -= increment;
    this.schedule();
  }

  // One WINDOW_UPDATE at a time: what the other side was not told of is not granted, even if it was consumed.
  updatesAreSent() {
    const { updated } = this;
    if (this.isUpdateQueued) {
      this.isUpdateQueued = false;
      this.consumeConnection(0);
    }
    if (updated.length === 0) return;
    this.updated = [];
    for (let i = 0; i < updated.length; i++) {
      updated[i].isUpdateQueued = false;
      this.consumeStream(updated[i], 0);
    }
  }

  consumeStream(end, count) {
    if (end.isClosed || end.isRemoteClosed) return;
    end.consumed += count;
    if (end.isUpdateQueued || end.consumed === 0 || end.consumed * 2 < end.receiveWindow) return;
    end.isUpdateQueued = true;
    ArrayPrototypePush(this.updated, end);
    this.output.windowUpdate(end.id, end.consumed);
    end.received -= end.consumed;
    end.consumed = 0;
    this.schedule();
  }

  setLocalWindowSize(size) {
    const difference = size - this.receiveWindow;
    this.receiveWindow = size;
    if (difference < 0) { // the other side still has the window that it was granted
      this.received += difference;
      this.reduction -= difference;
      return;
    }
    const restored = MathMin(this.reduction, difference);
    this.reduction -= restored;
    this.received += restored;
    if (difference > restored) {
      this.output.windowUpdate(0, difference - restored);
      this.schedule();
    }
  }

  // ---- settings, ping, goaway

  // False if too many are not acknowledged.
  settings(settings, callback) {
    if (this.sentSettings.length >= this.maxSettings) return false;
    ArrayPrototypePush(this.sentSettings, { settings, callback, sentMs: performance.now() });
    if (settings.enableConnectProtocol) this.allowsExtendedConnect = true;
    if (settings.customSettings !== undefined) {
      this.localSettings.customSettings = { ...this.localSettings.customSettings, ...settings.customSettings };
    }
    native.announce(this.codec, settings.maxFrameSize ?? -1, limited(settings.maxHeaderListSize, MAX_LIST_BYTES),
      limited(settings.headerTableSize, MAX_WINDOW));
    this.output.settings(pairsOf(settings));
    this.schedule();
    return true;
  }

  settingsAcknowledged() {
    const { settings, callback, sentMs } = ArrayPrototypeShift(this.sentSettings);
    const local = this.localSettings;
    if (settings.initialWindowSize !== undefined) {
      const difference = settings.initialWindowSize - local.initialWindowSize;
      this.streams.each((end) => { end.receiveWindow += difference; });
    }
    ArrayPrototypeForEach(ObjectKeys(settings), (name) => {
      if (name !== 'customSettings' && settings[name] !== undefined) local[name] = settings[name];
    });
    callback(true, performance.now() - sentMs);
  }

  setRemote(id, value) {
    const name = SETTING_NAMES[id];
    if (name === undefined) {
      if (this.remoteCustom !== undefined && id in this.remoteCustom) this.remoteCustom[id] = value;
      return;
    }
    if (name === 'initialWindowSize') {
      const difference = value - this.remoteSettings.initialWindowSize;
      this.streams.each((end) => {
        end.sendWindow += difference;
        this.resumeData(end);
      });
    } else if (name === 'headerTableSize') {
      native.limitEncoderTable(this.codec, MathMin(value, MAX_WINDOW));
    } else if (name === 'maxFrameSize') {
      this.output.limitFrames(value);
    } else if (name === 'maxConcurrentStreams') {
      this.wasMaxStreamsTold = true;
    }
    this.remoteSettings[name] = name === 'enablePush' || name === 'enableConnectProtocol' ? value === 1 : value;
  }

  // False if too many are not answered.
  ping(payload, callback) {
    if (this.pings.length >= this.maxPings) return false;
    const bytes = new Uint8Array(8);
    if (payload !== undefined) setBytes(bytes, new Uint8Array(payload.buffer, payload.byteOffset, 8));
    ArrayPrototypePush(this.pings, { callback, sentMs: performance.now() });
    this.output.ping(bytes, false);
    this.schedule();
    return true;
  }

  goaway(code, lastStreamId, debug) {
    this.isGoawayAsked = true;
    const last = lastStreamId <= 0 ? this.lastProcessedId : lastStreamId;
    this.isGoawaySent = true;
    this.output.goaway(last, code, debug);
    this.schedule();
  }

  altsvc(stream, origin, value) {
    this.output.altsvc(stream, origin, value);
    this.schedule();
  }

  origin(origins) {
    this.output.origin(origins);
    this.schedule();
  }
}

module.exports = { ConnectionFrames };
