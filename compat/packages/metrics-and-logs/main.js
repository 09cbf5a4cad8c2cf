const client = require('prom-client');
client.collectDefaultMetrics();
const histogram = new client.Histogram({ name: 'h', help: 'h', buckets: [1, 2, 5] });
histogram.observe(1.5);
new client.Counter({ name: 'c', help: 'c', labelNames: ['x'] }).inc({ x: 'y' }, 3);
client.register.metrics().then((text) => console.log(text.split('\n').filter((line) => line.startsWith('#') || /^[hc][_{]/.test(line)).join('\n')));
const winston = require('winston');
winston.createLogger({ transports: [new winston.transports.Console()], format: winston.format.simple() }).info('hello', { a: 1 });
