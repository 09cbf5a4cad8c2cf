// A web server with one heavy and one light address. `sum` gives the sum from 1 to n, or a promise of it.
const http = require('node:http');

module.exports = function serve(sum) {
  const server = http.createServer(async (req, res) => {
    const url = new URL(req.url, 'http://localhost');
    try {
      res.end(url.pathname === '/sum' ? `${await sum(Number(url.searchParams.get('n')))}\n` : 'light\n');
    } catch (error) {
      res.statusCode = 500;
      res.end(`${error.message}\n`);
    }
  });
  server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${server.address().port}/sum?n=10000000`);
  });
};
