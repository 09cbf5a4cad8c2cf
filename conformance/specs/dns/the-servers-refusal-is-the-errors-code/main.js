const { open, outcome, record, respond, u8 } = require('../server');

(async () => {
  let answer;
  let count = 0;
  const server = await open((query) => {
    count++;
    return answer(query);
  });
  const resolver = server.resolver({ timeout: 10000, tries: 3 });
  for (let code = 0; code < 8; code++) {
    answer = (query) => respond(query, [], { flags: 0x8180 | code });
    console.log(code, await outcome(resolver.resolve4('x.example')));
  }
  answer = (query) => respond(query, [record('x.example', 'A', 1, u8(1, 2, 3, 4))], { flags: 0x8183 });
  console.log('with an answer', await outcome(resolver.resolveMx('x.example')));
  console.log(count, 'queries');
  await resolver.resolve4('x.example').catch((error) => console.log(Object.keys(error), error instanceof Error, error.name));
  server.close();
})();
