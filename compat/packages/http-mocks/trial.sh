node nock.mjs
node msw.mjs
