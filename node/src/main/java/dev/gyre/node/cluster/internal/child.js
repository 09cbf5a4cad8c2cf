'use strict';

// The cluster module of a worker. Servers and datagram sockets ask here for their addresses, which the primary owns:
// internal/cluster/primary describes the messages.

const {
  FunctionPrototypeCall, ObjectAssign, SafeMap, SafeSet, copyList,
} = require('internal/primordials');
const EventEmitter = require('events');
const path = require('path');
const { Worker } = require('internal/cluster/worker');
const { receiver, send } = require('internal/cluster/messages');
const { RoundRobinServer } = require('internal/cluster/round_robin_server');

const NO_FAILURE = 0;

const cluster = new EventEmitter();
const handles = new SafeMap(); // of servers and datagram sockets, by the primary's key
const indexes = new SafeMap(); // by address: { next, used }, see keyOf in internal/cluster/primary

const tell = (message, onReply) => send(process, message, undefined, onReply);

function _setupWorker() {
  const worker = new Worker({ id: +process.env.NODE_UNIQUE_ID | 0, process, state: 'online' });
  cluster.worker = worker;
  process.once('disconnect', () => {
    worker.emit('disconnect');
    // The primary has gone.
    if (!worker.exitedAfterDisconnect) process.exit(NO_FAILURE);
  });
  process.on('internalMessage', receiver(worker, (message, handle) => {
    if (message.act === 'newconn') accept(message, handle);
    else if (message.act === 'disconnect') FunctionPrototypeCall(disconnect, worker, true);
  }));
  tell({ act: 'online' });
}

// ---- addresses

// Asks the primary for an address. callback(errno, handle); the handle is a listening socket of the primary's, or a
// RoundRobinServer.
function _getServer(server, options, callback) {
  const { port, addressType, fd } = options;
  const address = port < 0 && typeof options.address === 'string' ? path.resolve(options.address) : options.address;
  const place = `${address}:${port}:${addressType}:${fd}`;
  const index = takeIndex(place);
  const message = { act: 'queryServer', index, data: null, ...options, address };
  if (server._getServerData) message.data = server._getServerData();
  tell(message, (reply, handle) => {
    if (typeof server._setServerData === 'function') server._setServerData(reply.data);
    const { errno, key, sockname } = reply;
    const forget = () => {
      tell({ act: 'close', key });
      handles.delete(key);
      dropIndex(place, index);
    };
    if (handle) {
      noteClose(handle, forget);
    } else if (errno) {
      callback(errno, null);
      return;
    } else {
      handle = new RoundRobinServer(sockname, forget);
    }
    handles.set(key, handle);
    callback(errno || 0, handle);
  });
  server.once('listening', () => {
    if (!indexes.has(place)) return; // closed meanwhile
    cluster.worker.state = 'listening';
    tell({ ...message, act: 'listening', port: server.address()?.port || port });
  });
}

function takeIndex(place) {
  let taken = indexes.get(place);
  if (taken === undefined) indexes.set(place, taken = { next: 0, used: new SafeSet() });
  const index = taken.next++;
  taken.used.add(index);
  return index;
}

function dropIndex(place, index) {
  const taken = indexes.get(place);
  if (taken === undefined) return;
  taken.used.delete(index);
  if (taken.used.size === 0) indexes.delete(place);
}

function noteClose(handle, onClose) {
  const { close } = handle;
  handle.close = function() {
    onClose();
    handle.close = close;
    return FunctionPrototypeCall(close, handle);
  };
}

function accept(message, handle) {
  const server = handles.get(message.key);
  const owner = server?.owner;
  const isFull = owner?.maxConnections != null && owner._connections >= owner.maxConnections && !owner.dropMaxConnection;
  const accepted = server !== undefined && !isFull;
  tell({ ack: message.seq, accepted });
  if (accepted) server.onconnection(0, handle);
  else handle.close();
}

// ---- the end

// Closes all servers, then the channel. The primary must know before that the worker leaves of its own accord.
function disconnect(isAskedFor) {
  this.exitedAfterDisconnect = true;
  let left = 1;
  const closed = () => {
    if (--left > 0) return;
    if (isAskedFor) process.disconnect();
    else tell({ act: 'exitedAfterDisconnect' }, () => process.disconnect());
  };
  const all = copyList(handles.values());
  handles.clear();
  for (let i = 0; i < all.length; i++) {
    const { owner } = all[i];
    if (owner) {
      left++;
      owner.close(closed);
    } else {
      all[i].close();
    }
  }
  closed();
}

Worker.prototype.disconnect = function disconnectWorker() {
  if (this.state !== 'disconnecting' && this.state !== 'destroying') {
    this.state = 'disconnecting';
    FunctionPrototypeCall(disconnect, this);
  }
  return this;
};

Worker.prototype.destroy = function destroy() {
  if (this.state === 'destroying') return;
  this.exitedAfterDisconnect = true;
  if (!this.isConnected()) process.exit(NO_FAILURE);
  this.state = 'destroying';
  tell({ act: 'exitedAfterDisconnect' }, () => process.disconnect());
  process.once('disconnect', () => process.exit(NO_FAILURE));
};

module.exports = ObjectAssign(cluster, {
  isWorker: true,
  isMaster: false,
  isPrimary: false,
  worker: null,
  Worker,
  _setupWorker,
  _getServer,
});
