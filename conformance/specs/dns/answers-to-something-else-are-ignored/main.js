const { open, outcome, record, respond, u8 } = require('../server');

(async () => {
  let change;
  const server = await open((query) => {
    const answer = respond(query, [record('x.example', 'A', 60, u8(1, 2, 3, 4))]);
    change(answer, query);
    return answer;
  });
  const changes = {
    'another number': (answer) => { answer[1] ^= 1; },
    'another name': (answer) => { answer[13] ^= 1; },
    'another type': (answer, query) => { answer[query.end - 3] = 28; },
  };
  for (const [text, make] of Object.entries(changes)) {
    change = make;
    console.log(text, await outcome(server.resolver({ timeout: 250, tries: 1 }).resolve4('x.example')));
  }
  change = (answer) => { answer[13] ^= 0x20; };
  console.log('other letters', await outcome(server.resolver().resolve4('x.example')));
  server.close();
})();
