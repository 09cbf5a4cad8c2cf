import http from 'node:http';
const ask = (left) => http.get({ socketPath: 's', path: '/' }, (response) => {
  let text = '';
  response.on('data', (data) => { text += data; }).on('end', () => console.log(response.statusCode, text.match(/<h1>.*?<\/h1>/)?.[0]));
}).on('error', (error) => { if (left === 0) throw error; setTimeout(ask, 100, left - 1); });
ask(100);
