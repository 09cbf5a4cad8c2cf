'use strict';

// Each option that limits what the other side, or the program itself, may do: what happens beyond it.

const { once } = require('events');
const http2 = require('http2');

const log = (...args) => console.log('  ', ...args);

async function pair(serverOptions, clientOptions, body, onStream = (stream) => stream.respond({ ':status': 200 }, { endStream: true, sendDate: false })) {
  const server = http2.createServer(serverOptions);
  const errors = [];
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    onStream(stream, headers);
  });
  server.on('sessionError', (error) => errors.push(`server session ${error.code} ${error.message}`));
  server.listen(0);
  await once(server, 'listening');
  const sessions = once(server, 'session');
  const client = http2.connect(`http://localhost:${server.address().port}`, clientOptions);
  client.on('error', (error) => errors.push(`client session ${error.code} ${error.message}`));
  const closed = new Promise((resolve) => { client.on('close', resolve); });
  const [session] = await sessions;
  if (client.connecting) await once(client, 'connect');
  await body(client, session, closed);
  client.destroy();
  await closed;
  server.close();
  await once(server, 'close');
  log('errors', errors.sort());
}

function request(client, headers = {}, options = {}) {
  return new Promise((resolve) => {
    let stream;
    try {
      stream = client.request({ ':path': '/', ...headers }, options);
    } catch (error) {
      resolve(`throws ${error.code} ${error.message}`);
      return;
    }
    let status = 'no response';
    let error;
    stream.on('response', (answer) => { status = answer[':status']; });
    stream.on('frameError', (...args) => { status = `frameError ${args}`; });
    stream.on('error', (e) => { error = e; });
    stream.on('close', () => resolve(`${status} rst ${stream.rstCode} ${error === undefined ? '' : `${error.code} ${error.message}`}`));
    stream.resume();
    stream.end();
  });
}

const manyHeaders = (count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'v']));

const cases = {
  async 'maxHeaderListPairs of the server'() {
    await pair({ maxHeaderListPairs: 10 }, {}, async (client) => {
      log(await request(client, manyHeaders(6)));
      log(await request(client, manyHeaders(7)));
      log(await request(client, manyHeaders(2)));
    });
  },
  async 'maxHeaderListPairs of the client'() {
    await pair({}, { maxHeaderListPairs: 3 }, async (client) => log(await request(client)),
               (stream) => stream.respond({ ':status': 200, ...manyHeaders(5) }, { endStream: true }));
  },
  async 'maxHeaderListSize'() {
    await pair({ settings: { maxHeaderListSize: 300 } }, {}, async (client) => {
      if (client.remoteSettings.maxHeaderListSize !== 300) await once(client, 'remoteSettings');
      log(await request(client, { 'x-long': 'v'.repeat(400) }));
      log(await request(client));
    });
  },
  async 'maxSendHeaderBlockLength'() {
    await pair({}, { maxSendHeaderBlockLength: 100 }, async (client) => {
      log(await request(client, { 'x-long': 'v'.repeat(200) }));
      log(client.closed);
    });
  },
  async 'maxOutstandingPings'() {
    await pair({}, { maxOutstandingPings: 2 }, async (client) => {
      const answers = [1, 2, 3].map((n) => new Promise((resolve) => {
        log(n, client.ping((error) => resolve(error === null ? 'pong' : `${error.code} ${error.message}`)));
      }));
      log(await Promise.all(answers));
    });
  },
  async 'maxOutstandingSettings'() {
    await pair({}, { maxOutstandingSettings: 2 }, async (client) => {
      for (let i = 0; i < 3 && !client.destroyed; i++) client.settings({ initialWindowSize: 70000 + i });
      log(client.destroyed);
    });
  },
  async 'maxConcurrentStreams that the client was told'() {
    let open = 0;
    let most = 0;
    await pair({ settings: { maxConcurrentStreams: 2 } }, {}, async (client) => {
      if (client.remoteSettings.maxConcurrentStreams !== 2) await once(client, 'remoteSettings');
      log(await Promise.all([1, 2, 3, 4, 5].map(() => request(client))));
      log(most);
    }, (stream) => {
      most = Math.max(most, ++open);
      setImmediate(() => {
        open--;
        stream.respond({ ':status': 200 }, { endStream: true });
      });
    });
  },
  async 'peerMaxConcurrentStreams'() {
    await pair({}, { peerMaxConcurrentStreams: 1 }, async (client) => log(await Promise.all([1, 2, 3].map(() => request(client)))));
  },
  async 'maxSessionMemory'() {
    await pair({ maxSessionMemory: 1 }, {}, async (client) => {
      const stream = client.request({ ':path': '/big', ':method': 'POST' });
      stream.on('error', (error) => log('big', error.code));
      stream.pause();
      await once(stream, 'response');
      log(await request(client, { ':path': '/small' }));
    }, (stream, headers) => {
      stream.respond({ ':status': 200 });
      stream.end(headers[':path'] === '/big' ? Buffer.alloc(1500000) : 'x');
    });
  },
  async 'streamResetBurst'() {
    await pair({ streamResetBurst: 3, streamResetRate: 1 }, {}, async (client, session, closed) => {
      const done = [];
      for (let i = 0; i < 8; i++) {
        const stream = client.request({ ':path': '/' });
        stream.on('error', () => {});
        done.push(new Promise((resolve) => { stream.on('close', resolve); }));
        stream.close(http2.constants.NGHTTP2_CANCEL);
      }
      await Promise.all(done);
      await closed;
      log(client.destroyed);
    }, () => {});
  },
  async 'maxReservedRemoteStreams'() {
    const pushes = [];
    await pair({}, { maxReservedRemoteStreams: 1 }, async (client) => {
      let count = 0;
      client.on('stream', (stream) => { count++; stream.on('error', () => {}); });
      log(await request(client));
      log('pushed', count, pushes.sort());
    }, (stream) => {
      let left = 3;
      for (let i = 0; i < 3; i++) {
        stream.pushStream({ ':path': `/${i}` }, (error, pushed) => {
          pushed.on('error', () => {});
          pushed.on('close', () => {
            pushes.push(pushed.rstCode);
            if (--left === 0) stream.respond({ ':status': 200 }, { endStream: true });
          });
          if (i > 0) return;
          setImmediate(() => setImmediate(() => pushed.respond({ ':status': 200 }, { endStream: true })));
        });
      }
    });
  },
  async 'enablePush: false'() {
    await pair({}, { settings: { enablePush: false } }, async (client, session) => {
      if (session.remoteSettings.enablePush !== false) await once(session, 'remoteSettings');
      log(await request(client));
    }, (stream) => {
      log(stream.pushAllowed);
      try {
        stream.pushStream({ ':path': '/p' }, () => {});
      } catch (error) {
        log(error.code, error.message);
      }
      stream.respond({ ':status': 200 }, { endStream: true });
    });
  },
  async 'strictSingleValueFields'() {
    await pair({ strictSingleValueFields: false }, { strictSingleValueFields: false }, async (client) => {
      log(await request(client, { 'content-type': ['a', 'b'] }));
    });
    await pair({}, {}, async (client) => log(await request(client, { 'content-type': ['a', 'b'] })));
  },
  async 'maxFrameSize and padding'() {
    await pair({ paddingStrategy: http2.constants.PADDING_STRATEGY_MAX }, { settings: { maxFrameSize: 20000 } }, async (client, session) => {
      if (session.remoteSettings.maxFrameSize !== 20000) await once(session, 'remoteSettings');
      const stream = client.request({ ':path': '/' });
      let length = 0;
      for await (const chunk of stream) length += chunk.length;
      log(length);
    }, (stream) => {
      stream.respond({ ':status': 200 });
      stream.end(Buffer.alloc(50000));
    });
  },
  async 'options that are no numbers'() {
    for (const options of [{ maxSessionMemory: 'x' }, { maxSessionInvalidFrames: -1 }, { maxSessionRejectedStreams: 'x' }, { unknownProtocolTimeout: 'x' },
                           { streamResetBurst: -1 }, { streamResetRate: 'x', streamResetBurst: 1 }, { maxSettings: 'x' }, { paddingStrategy: 9 }, { remoteCustomSettings: 'x' },
                           { remoteCustomSettings: Array.from({ length: 11 }, (_, i) => i + 100) }, { settings: { maxHeaderListSize: -1 } }, { settings: { customSettings: { x: 1 } } }]) {
      try {
        http2.createServer(options);
        log(JSON.stringify(options), 'ok');
      } catch (error) {
        log(JSON.stringify(options), error.code, error.message);
      }
    }
  },
};

(async () => {
  for (const name in cases) {
    console.log(name);
    await cases[name]();
  }
})();
