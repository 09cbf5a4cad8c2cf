(async () => {
  const zmq = require('zeromq');
  const reply = new zmq.Reply(), request = new zmq.Request({ receiveTimeout: 20000 });
  await reply.bind('tcp://127.0.0.1:*');
  request.connect(reply.lastEndpoint);
  const served = (async () => { for await (const [message] of reply) { await reply.send(`re: ${message}`); if (`${message}` === 'last') break; } })();
  for (let i = 0; i < 200; i++) { await request.send(`m${i}`); const [answer] = await request.receive(); if (i % 50 === 0) console.log(`${answer}`); }
  await request.send('last');
  console.log(`${(await request.receive())[0]}`);
  await served;
  const push = new zmq.Push(), pull = new zmq.Pull();
  await push.bind('inproc://x'); pull.connect('inproc://x');
  await Promise.all(Array.from({ length: 100 }, (_, i) => push.send(`p${i}`)));
  let bytes = 0;
  for (let i = 0; i < 100; i++) bytes += (await pull.receive())[0].length;
  console.log(bytes);
  const late = new zmq.Pull({ receiveTimeout: 50 });
  await late.bind('inproc://late');
  await late.receive().catch((error) => console.log(error.code));
  request.close(); reply.close(); push.close(); pull.close(); late.close();

  const koffi = require('koffi');
  const libc = koffi.load('libc.so.6');
  const atoi = libc.func('int atoi(const char *str)');
  const compare = koffi.proto('int compare(const void *a, const void *b)');
  const qsort = libc.func('void qsort(_Inout_ int *array, size_t count, size_t size, compare *cb)');
  const list = [5, 2, 9, 1];
  qsort(list, 4, 4, (a, b) => koffi.decode(a, 'int') - koffi.decode(b, 'int'));
  console.log(atoi('1234'), list);
  console.log(await new Promise((done, fail) => atoi.async('77', (error, value) => (error ? fail(error) : done(value)))));

  const { autoDetect } = require('@serialport/bindings-cpp');
  await autoDetect().open({ path: '/nonexistent', baudRate: 9600 }).catch((error) => console.log(error.message));
})();
