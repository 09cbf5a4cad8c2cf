import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { Buffer } from 'node:buffer';
const received = [];
const server = new SMTPServer({
  onAuth: ({ username, password }, session, done) => (password === 'right' ? done(null, { user: username }) : done(new Error('wrong password'))),
  onRcptTo: ({ address }, session, done) => done(address.startsWith('nobody') ? Object.assign(new Error('no such box'), { responseCode: 550 }) : null),
  onData(stream, session, done) {
    const parts = [];
    stream.on('data', (part) => parts.push(part));
    stream.on('end', () => { received.push({ secure: session.secure, user: session.user, to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString() }); done(); });
  },
});
server.on('error', () => {});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const options = { host: '127.0.0.1', port: server.server.address().port, tls: { rejectUnauthorized: false }, auth: { user: 'u', pass: 'right' } };
const fixed = { messageId: '<1@a.test>', date: new Date(0), from: 'Ä <a@a.test>' };
const transport = nodemailer.createTransport(options);
console.log(await transport.verify());
const sent = await transport.sendMail({ ...fixed, to: ['b@b.test', 'nobody@b.test'], subject: 'Grüße', text: 'plain\n.dot\n', html: '<p>ä</p>', attachments: [{ filename: 'ü.txt', content: 'attached' }, { filename: 'b.bin', content: Buffer.alloc(200, 1) }] });
console.log(sent.accepted, sent.rejected, sent.envelope);
const withoutBoundaries = (text) => text.replace(/--_NmP-[^\s";]*/g, '<boundary>');
console.log(received[0].secure, received[0].user, received[0].to, withoutBoundaries(received[0].text));
await nodemailer.createTransport({ ...options, auth: { user: 'u', pass: 'wrong' } }).sendMail({ ...fixed, to: 'b@b.test' }).catch((error) => console.log(error.code, error.responseCode));
await nodemailer.createTransport({ ...options, tls: {} }).sendMail({ ...fixed, to: 'b@b.test' }).catch((error) => console.log(error.code, error.message));
await transport.sendMail({ ...fixed, to: 'nobody@b.test' }).catch((error) => console.log(error.code, error.responseCode));
const pool = nodemailer.createTransport({ ...options, pool: true, maxConnections: 2 });
const all = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.sendMail({ ...fixed, to: `b${i}@b.test`, text: 'x'.repeat(i * 1000) })));
pool.close();
console.log(all.length, received.length, received.slice(1).map(({ text }) => text.length).sort((a, b) => a - b).join(' '));
const composed = await nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail({ ...fixed, to: 'b@b.test', text: 'ä'.repeat(100), textEncoding: 'quoted-printable' });
console.log(composed.message.toString());
await nodemailer.createTransport({ ...options, port: 1 }).sendMail({ ...fixed, to: 'b@b.test' }).catch((error) => console.log(error.code, error.syscall));
server.close();
