set -e
node koa.js
node hapi.js
node fastify.js
node express.js
