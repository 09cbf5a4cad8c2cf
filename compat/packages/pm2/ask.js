const http = require('node:http');
const ask = (name, left = 100) => http.get({ socketPath: `${__dirname}/${name}.sock` }, (response) => response.on('data', (data) => console.log(String(data))))
  .on('error', (error) => { if (left === 0) throw error; setTimeout(ask, 100, name, left - 1); });
ask('forked');
