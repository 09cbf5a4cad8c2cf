// Fastify as its guide begins: an object with a schema, answered as JSON.
const fastify = require('fastify');

const app = fastify();
const schema = { response: { 200: { type: 'object', properties: { hello: { type: 'string' } } } } };
app.get('/', { schema }, async () => ({ hello: 'world' }));
app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }).then(() => console.log(app.server.address().port));
