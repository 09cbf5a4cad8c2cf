const net = require('net');
const { cat, open, outcome, record, respond, string, u16 } = require('../server');

const queries = [];

function answerByTcp(connection) {
  connection.on('error', () => {});
  connection.once('data', (bytes) => {
    const message = bytes.subarray(2);
    const query = { message, question: message.subarray(12) };
    console.log('by TCP', bytes.readUInt16BE(0) === message.length, query.question.equals(queries.at(-1).question));
    const texts = Array.from({ length: 200 }, (_, i) => record('x', 'TXT', 1, string(`${i} ${'x'.repeat(200)}`)));
    const answer = respond(query, texts);
    const whole = cat(u16(answer.length), answer);
    connection.write(whole.subarray(0, 1));
    setTimeout(() => connection.write(whole.subarray(1, 30000)), 5);
    setTimeout(() => connection.end(whole.subarray(30000)), 10);
  });
}

// The same port for both; where somebody has it for TCP already, another.
async function openBoth() {
  for (;;) {
    const server = await open((query) => {
      queries.push(query);
      return respond(query, [], { flags: 0x8380 });
    });
    const tcp = net.createServer(answerByTcp);
    const isFree = await new Promise((resolve) => {
      tcp.once('error', () => resolve(false));
      tcp.listen(Number(server.address.split(':')[1]), '127.0.0.1', () => resolve(true));
    });
    if (isFree) return { server, tcp };
    server.close();
  }
}

(async () => {
  const { server, tcp } = await openBoth();
  const texts = await server.resolver({ timeout: 10000, tries: 1 }).resolveTxt('x.example');
  console.log(texts.length, texts.at(-1)[0].slice(0, 10));
  await new Promise((resolve) => { tcp.close(resolve); });
  console.log('without', (await outcome(server.resolver({ timeout: 10000, tries: 1 }).resolveTxt('x.example'))));
  server.close();
})();
