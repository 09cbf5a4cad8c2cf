// Every server of this folder listens on a free port of the loopback device and prints it, once, when it is ready.
module.exports = (server) => server.listen(0, '127.0.0.1', 4096, () => console.log(server.address().port));
