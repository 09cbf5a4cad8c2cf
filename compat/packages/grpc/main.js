const grpc = require('@grpc/grpc-js');
const { a } = grpc.loadPackageDefinition(require('@grpc/proto-loader').loadSync('a.proto'));
const server = new grpc.Server();
server.addService(a.S.service, {
  Add: ({ request }, callback) => (request.n < 0 ? callback({ code: grpc.status.INVALID_ARGUMENT, details: 'negative' }) : callback(null, { n: request.n + 1, text: 'x'.repeat(100000) })),
  Count: (call) => { for (let n = 0; n < call.request.n; n++) call.write({ n }); call.end(); },
  Sum: (call, callback) => { let n = 0; call.on('data', (m) => { n += m.n; }).on('end', () => callback(null, { n })); },
  Echo: (call) => call.on('data', (m) => call.write(m)).on('end', () => call.end()),
  Late: () => {},
});
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  const client = new a.S(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  client.Add({ n: 1 }, (error, answer) => {
    console.log(answer.n, answer.text.length);
    client.Add({ n: -1 }, (error) => {
      console.log(error.code, error.details);
      const counted = [];
      client.Count({ n: 1000 }).on('data', ({ n }) => counted.push(n)).on('end', () => {
        console.log(counted.length, counted.at(-1));
        const sum = client.Sum((error, answer) => {
          console.log(answer.n);
          const echo = client.Echo();
          echo.on('data', ({ n }) => { console.log('echo', n); if (n < 3) echo.write({ n: n + 1 }); else echo.end(); }).on('end', () => {
            client.Late({ n: 1 }, { deadline: Date.now() + 100 }, (error) => { console.log(error.code); client.close(); server.forceShutdown(); });
          });
          echo.write({ n: 1 });
        });
        for (let n = 1; n <= 100; n++) sum.write({ n });
        sum.end();
      });
    });
  });
});
