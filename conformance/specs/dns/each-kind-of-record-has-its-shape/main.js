const { cat, name, open, record, respond, string, u16, u32, u8 } = require('../server');

const data = {
  A: [u8(1, 2, 3, 4), u8(5, 6, 7, 8)],
  AAAA: [cat(u32(0x20010db8), u32(0), u32(0), u32(1))],
  CAA: [cat(u8(128), string('issue'), Buffer.from('ca.example; x=y')), cat(u8(0), string('iodef'), Buffer.from('mailto:a'))],
  CNAME: [name('real.example')],
  MX: [cat(u16(10), name('mx1.example')), cat(u16(5), name('mx2.example'))],
  NAPTR: [cat(u16(1), u16(2), string('s'), string('SIP+D2U'), string(''), name('_sip.example'))],
  NS: [name('ns1.example'), name('ns2.example')],
  PTR: [name('host.example')],
  SOA: [cat(name('ns.example'), name('admin.example'), u32(4000000000), u32(2), u32(3), u32(4), u32(5))],
  SRV: [cat(u16(1), u16(2), u16(443), name('srv.example'))],
  TLSA: [cat(u8(3, 1, 1), Buffer.from('abcd'))],
  TXT: [cat(string('v=1'), string('b\xe9')), string('second')],
};
const anyTypes = ['CAA', 'TXT', 'SOA', 'PTR', 'NS', 'MX', 'AAAA', 'A', 'SRV', 'NAPTR'];

(async () => {
  const server = await open((query) => {
    const types = query.type === 'ANY' ? anyTypes : [query.type];
    return respond(query, types.flatMap((type) => data[type].map((bytes) => record(query.name, type, 300, bytes))));
  });
  const resolver = server.resolver();
  for (const type of Object.keys(data)) console.log(type, await resolver.resolve('x.example', type));
  console.log('ANY', await resolver.resolve('x.example', 'ANY'));
  console.log('default', await resolver.resolve('x.example'));
  console.log('ttl', await resolver.resolve4('x.example', { ttl: true }), await resolver.resolve6('x.example', { ttl: true }));
  server.close();
})();
