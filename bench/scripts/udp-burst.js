'use strict';
// 200,000 datagrams over loopback in bursts of 64: each burst is sent when the one before has come.
const dgram = require('dgram');
const COUNT = 200_000;
const BURST = 64;
const payload = Buffer.alloc(64, 'x');
const receiver = dgram.createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
const sender = dgram.createSocket('udp4');
let sent = 0;
let received = 0;
receiver.bind(0, '127.0.0.1', () => {
  const { port } = receiver.address();
  const burst = () => {
    for (let i = 0; i < BURST; i++) sender.send(payload, port, '127.0.0.1');
    sent += BURST;
  };
  const start = performance.now();
  receiver.on('message', () => {
    if (++received < sent) return;
    if (received < COUNT) {
      burst();
    } else {
      console.log(JSON.stringify({ ms: performance.now() - start }));
      receiver.close();
      sender.close();
    }
  });
  sender.bind(0, '127.0.0.1', burst);
});
