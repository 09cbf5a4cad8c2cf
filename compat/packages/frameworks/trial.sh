tsc -p . && node out/nest.js
node hono.mjs
node graphql.mjs
