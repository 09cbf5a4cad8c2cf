const { cat, name, open, outcome, record, respond, u16, u32, u8 } = require('../server');

const fixed = (owner, data) => cat(owner, u16(1), u16(1), u32(60), u16(data.length), data);
const address = u8(1, 2, 3, 4);
const valid = record('x.example', 'A', 60, address);

const answers = {
  'eight bytes': (query) => query.message.subarray(0, 8),
  'a header': (query) => cat(query.message.subarray(0, 2), u16(0x8180), u32(0), u32(0)),
  'a header that announces a question': (query) => cat(query.message.subarray(0, 2), u16(0x8180), u16(1), u16(0), u32(0)),
  'fewer records than announced': (query) => respond(query, [valid], { counts: [1, 9, 0, 0] }),
  'half a record': (query) => respond(query, [valid.subarray(0, -2)], { counts: [1, 1, 0, 0] }),
  'an address of three bytes': (query) => respond(query, [record('x.example', 'A', 60, address.subarray(1))]),
  'a pointer to itself': (query) => respond(query, [fixed(u16(0xc000 | query.end), address)]),
  'a pointer forward': (query) => respond(query, [fixed(u16(0xc000 | query.end + 4), address)]),
  'a label of an unknown kind': (query) => respond(query, [fixed(u8(0x41, 1), address)]),
  'a record of another type': (query) => respond(query, [record('x.example', 'MX', 1, u8(1)), valid]),
  'a text without a string': (query) => respond(query, [record('x.example', 'TXT', 1, u8())]),
  'two questions': (query) => cat(query.message.subarray(0, 2), u16(0x8180), u16(2), u16(0), u32(0), query.question, query.question),
};

(async () => {
  let answer;
  let count = 0;
  const server = await open((query) => {
    count++;
    return answer(query);
  });
  for (const [text, make] of Object.entries(answers)) {
    answer = make;
    count = 0;
    console.log(text, await outcome(server.resolver({ timeout: 10000, tries: 2 }).resolve4('x.example')), count);
  }
  answer = (query) => cat(respond(query, [valid]), Buffer.from('garbage'));
  console.log('something behind it', await outcome(server.resolver().resolve4('x.example')));
  answer = (query) => respond(query, [fixed(name('x.example'), cat(address, u8(5)))]);
  console.log('a byte too many', await outcome(server.resolver().resolve4('x.example')));
  server.close();
})();
