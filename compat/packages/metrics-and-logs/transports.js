const pino = require('pino');
const transport = pino.transport({ targets: [{ target: 'pino/file', options: { destination: 'log.txt' } }, { target: 'pino-pretty', options: { destination: 'pretty.txt', colorize: false, ignore: 'pid,hostname,time' } }] });
const log = pino({ base: undefined, timestamp: false }, transport);
for (let i = 0; i < 100; i++) log.info({ i }, 'line');
transport.on('ready', () => transport.end());

