// A web server with light requests and heavy ones that may keep them waiting: gyre server.js [port], or node server.js [port].
//
//   /                              light
//   /average/blocking?n=50000000   …/partitioned, and with gyre …/breathe, …/pool
//   /json/blocking                 a large object to text and back; with gyre also /json/slices
//   /path/evil?path=…              looks at a path with the guide's vulnerable expression; /path/safe with one that is not
const http = require('node:http');
const average = require('./average');

// The guide's object: each level holds the one below twice, so its text doubles with each.
let large = { a: 1 };
for (let i = 0; i < 17; i++) large = { first: large, second: large };

const json = { blocking: () => JSON.parse(JSON.stringify(large)) };
if (process.versions.gyre !== undefined) {
  const { parse, stringify } = require('gyre:json');
  json.slices = async () => parse(await stringify(large));
}

const EVIL = /(\/.+)+$/; // tries every way to divide the path before it gives up
const SAFE = /\/.+$/; // finds the same
const path = { evil: (text) => EVIL.test(text), safe: (text) => SAFE.test(text) };

const work = {
  average: (version, query) => average[version](Number(query.get('n'))),
  json: async (version) => Object.keys(await json[version]()).join(),
  path: (version, query) => path[version](query.get('path')),
};
const versions = { average, json, path };

const server = http.createServer(async (req, res) => {
  const url = new URL(req.url, 'http://localhost');
  const [, kind, version] = url.pathname.split('/');
  if (kind === '') return res.end('light\n');
  if (!Object.hasOwn(versions, kind) || !Object.hasOwn(versions[kind], version)) return res.writeHead(404).end();
  res.end(`${await work[kind](version, url.searchParams)}\n`);
});
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
