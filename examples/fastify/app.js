// A service with Fastify: npm install, then gyre app.js [port]
const fastify = require('fastify');

const app = fastify({ logger: true });
const temperatures = new Map();

app.addHook('onRequest', async (request) => { request.log.debug('a request came'); });

app.put('/cities/:city', {
  schema: {
    body: {
      type: 'object',
      required: ['celsius'],
      properties: { celsius: { type: 'number', minimum: -273.15 } },
    },
    response: { 200: { type: 'object', properties: { city: { type: 'string' }, celsius: { type: 'number' } } } },
  },
}, async ({ params: { city }, body: { celsius } }) => {
  temperatures.set(city, celsius);
  return { city, celsius };
});

app.get('/cities', async () => Object.fromEntries(temperatures));

app.listen({ port: Number(process.argv[2] ?? 8080), host: '127.0.0.1' });
